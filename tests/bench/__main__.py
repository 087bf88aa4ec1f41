"""Runs the benchmark: builds the transcript, or finds the one that was kept, then measures and reports."""

import os
import sys
from collections.abc import Sequence

import django


def main(arguments: Sequence[str]) -> None:
    """Measure as the arguments say, and write the figures to standard output and to the files asked for."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mesh_project.settings")
    django.setup()
    # What follows needs Django's models.
    from tests.bench import options, running  # noqa: PLC0415

    running.run(options.parse(arguments))


if __name__ == "__main__":
    main(sys.argv[1:])
