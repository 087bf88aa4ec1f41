"""The WSGI application."""

import os

from django.core.wsgi import get_wsgi_application

from mesh_project import tracing
from mesh_project.env import Environment

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mesh_project.settings")

application = get_wsgi_application()
tracing.start(Environment(os.environ))
