"""The order of the benchmark: transcript, searches, audit row, plans."""

import sys

from django.db import transaction

from tests.bench import plans, report
from tests.bench.measuring import measure_all, measure_audit_row
from tests.bench.options import Options
from tests.bench.questions import QUERIES, places
from tests.bench.searches import Retrieval, open_run
from tests.bench.server import transcript


def run(options: Options) -> None:
    """Measure, and write what was asked for."""
    with transcript(options) as insert_rate:
        if insert_rate is not None:
            sys.stdout.write(f"stored {insert_rate:.0f} messages a second\n")
        rows = []
        for row in measure_all(options.agents, options.repeat):
            rows.append(row)
            sys.stderr.write(f"{row.place}, {row.query}: {row.alone.median:.1f} ms\n")
        audit_row = measure_audit_row()
        sys.stdout.write(f"{report.table(rows)}\n\n{report.audit_line(audit_row)}\n")
        if options.json:
            options.json.write_text(report.as_json(options, insert_rate, rows, audit_row), encoding="utf-8")
        if options.explain:
            options.explain.write_text(_plans(options.agents), encoding="utf-8")


def _plans(agents: int) -> str:
    """Return the measured plans of each kind of query from the first room."""
    run = open_run(places(agents)[0])
    parts = []
    for query, wordings in QUERIES.items():
        with transaction.atomic(), plans.explained(plans.MEASURED) as found:
            Retrieval(run, wordings[0])()
        parts += [f"## {query}: {name}\n\n{plan}\n" for name, plan in found.items()]
    return "\n".join(parts)
