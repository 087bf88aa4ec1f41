"""Looks at embedded servers from outside, as a client and as the operating system see them."""

import subprocess
import sys
import time
from pathlib import Path

import psutil
import psycopg

from mesh_project.embedded_postgres.cluster import ROLE
from mesh_project.embedded_postgres.layout import Layout
from mesh_project.embedded_postgres.postmaster import find_process, has_ended


def ask(layout: Layout, question: str) -> object:
    """Connect as the project does, run a statement and give the first value of its answer, if any."""
    with psycopg.connect(host=str(layout.sockets), user=ROLE, dbname=ROLE, autocommit=True) as connection:
        answer = connection.execute(question.encode())
        row = answer.fetchone() if answer.description else None
    return row and row[0]


def process_of(layout: Layout) -> psutil.Process:
    """Give the process of a server that is running."""
    process = find_process(layout)
    assert process is not None
    return process


def crash(process: psutil.Process) -> None:
    """Kill a server without warning."""
    process.kill()
    while not has_ended(process):
        time.sleep(0.01)


def bystander(layout: Layout) -> subprocess.Popen[bytes]:
    """Start a process of the server's own account that has nothing to do with it."""
    account = layout.account
    return subprocess.Popen(
        ["/bin/sleep", "60"],
        cwd="/",
        user=None if account.is_ours else account.uid,
        group=None if account.is_ours else account.gid,
    )


def start_in_another_process(checkout: Path) -> subprocess.Popen[str]:
    """Run a command that wants the server and prints the process id of the one that it got."""
    code = (
        "import sys, pathlib; from mesh_project.embedded_postgres import postmaster, server; "
        "print(postmaster.find_process(server.ensure_running(pathlib.Path(sys.argv[1]))).pid)"
    )
    return subprocess.Popen([sys.executable, "-c", code, checkout], stdout=subprocess.PIPE, text=True)
