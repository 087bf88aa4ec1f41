"""How the service is served; gunicorn reads this file from the folder that it is started in."""

import os
import shutil
import tempfile
from pathlib import Path
from typing import Protocol

from mesh_project.log_settings import LOGGING

wsgi_app = "mesh_project.asgi:application"
bind = "localhost:8000"
# The application is asynchronous at its edge alone: requests are answered in threads, see mesh_project/asgi.py.
# For more processes set WEB_CONCURRENCY; each has a connection pool of its own.
worker_class = "asgi"
# The application writes one line per request itself: an address may hold what somebody wrote, its route cannot.
accesslog = None
logconfig_dict = LOGGING
control_socket_disable = True

# The processes count together in a folder that this server makes and removes; prometheus_client reads its name
# when it is first imported, which is in the processes to come.
PREFIX = "mesh-metrics-"
if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix=PREFIX)


class Process(Protocol):
    """One process of the server."""

    pid: int


def child_exit(server: object, worker: Process) -> None:
    """Keep what a process counted, and forget its gauges."""
    from prometheus_client import multiprocess  # noqa: PLC0415 - reads the name of the folder

    del server
    multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def on_exit(server: object) -> None:
    """Remove the folder, unless it was somebody else's."""
    del server
    folder = Path(os.environ["PROMETHEUS_MULTIPROC_DIR"])
    if folder.name.startswith(PREFIX):
        shutil.rmtree(folder, ignore_errors=True)
