"""A real public workspace, where it is at hand, into the database."""

from tests.importers.imported import Workspace
from tests.shared_files import sample

PATH = sample("slack_public_export.zip")


def test_every_entry_of_a_real_workspace_is_imported_once_or_accounted_for(workspace: Workspace) -> None:
    if PATH is None:
        return
    report = workspace.imports(PATH)
    assert (report.entries, report.stored, report.rejected) == (1382, {"created": 910}, {})
    assert (report.skipped.total(), report.without_evidence.total()) == (472, 0)
    assert workspace.imports(PATH).stored == {"duplicate": 910}
    assert len(workspace.bodies()) == 910
