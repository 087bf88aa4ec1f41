"""Builds a database of its own, measures the pages over 1,000 audit rows and then over many, and reports the ratios."""

import argparse
import os
import sys

import django


def main() -> None:
    """Measure as the arguments say."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench_pages", description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000, help="audit rows, five a run")
    parser.add_argument("--repeat", type=int, default=15, help="times each page is opened")
    parser.add_argument("--database", default="bench_pages", metavar="NAME", help="the database to build")
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mesh_project.settings")
    django.setup()
    # What follows needs Django's models.
    from tests.bench_pages import measuring  # noqa: PLC0415

    measuring.run(options.rows, options.repeat, options.database, sys.stdout)


if __name__ == "__main__":
    main()
