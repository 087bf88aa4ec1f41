"""Builds a database of its own, erases one person's messages in it with the worker's own command, and reports."""

import argparse
import os
import sys

import django


def main() -> None:
    """Measure as the arguments say."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench_erasure", description=__doc__)
    parser.add_argument("--messages", type=int, default=1_000_000, help="messages of the agent")
    parser.add_argument("--person", type=int, default=10_000, help="how many of them are the person's")
    parser.add_argument("--replies", type=int, default=1_000, help="replies that were built on the person's")
    parser.add_argument("--database", default="bench_erasure", metavar="NAME", help="the database to build")
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mesh_project.settings")
    django.setup()
    # What follows needs Django's models.
    from tests.bench_erasure import measuring  # noqa: PLC0415

    size = measuring.Size(options.messages, options.person, options.replies)
    measuring.run(size, options.database, sys.stdout)


if __name__ == "__main__":
    main()
