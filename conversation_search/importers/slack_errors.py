"""What can go wrong with an export as a whole, and with one file of it."""

from conversation_search.importers.slack_reasons import Problem, SkipReason


class SlackExportError(Exception):
    """The export cannot be read at all; the message says what to do about it and quotes no message text."""


class UnreadableFileError(Exception):
    """One file of the export cannot be read; the others still can."""

    def __init__(self, problem: Problem) -> None:
        """Say why, by a closed label."""
        super().__init__(problem.value)
        self.problem = problem


class NotImportedError(Exception):
    """One entry of a day file is not imported; the others are."""

    def __init__(self, reason: SkipReason | str) -> None:
        """Say why, by a closed label."""
        super().__init__(reason)
        self.reason = str(reason)
