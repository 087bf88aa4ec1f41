"""Builds a database of its own, measures the seal over many audit rows, and what it costs whoever writes them."""

import argparse
import os
import sys

import django


def main() -> None:
    """Measure as the arguments say."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench_seal", description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000, help="audit rows, five a run")
    parser.add_argument(
        "--writes", type=int, default=3_000, help="audit rows written, without a sealer and with one"
    )
    parser.add_argument("--database", default="bench_seal", metavar="NAME", help="the database to build")
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mesh_project.settings")
    django.setup()
    # What follows needs Django's models.
    from tests.bench_seal import measuring  # noqa: PLC0415

    measuring.run(options.rows, options.writes, options.database, sys.stdout)


if __name__ == "__main__":
    main()
