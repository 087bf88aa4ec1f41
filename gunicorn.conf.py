"""How the service is served; gunicorn reads this file from the folder that it is started in."""

wsgi_app = "mesh_project.wsgi:application"
bind = "localhost:8000"
# Everything here is synchronous and most of a request is spent in PostgreSQL, so threads share one process.
# For more processes set WEB_CONCURRENCY; each has a connection pool of its own.
worker_class = "gthread"
threads = 8
# One line per request: addresses carry ids, never a query or a message.
accesslog = "-"
access_log_format = "%(t)s %(m)s %(U)s %(s)s %(M)s ms"
control_socket_disable = True
