# Each target works alone on a machine that has only Python 3.11 (with venv) and make.
.DEFAULT_GOAL := help

PORT ?= 8000
ARGS ?=
BIN := .venv/bin
PYTHON := $(BIN)/python
MANAGE := $(PYTHON) manage.py
READY := .venv/ready
SQL := conversation_search/sql migrations/sql
TEMPLATES := templates

# Prints the first Python that is new enough and can make environments; nothing when there is none.
FIND_PYTHON := for python in python3.11 python3 python; do \
	if "$$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; \
	then echo "$$python"; break; fi; done

.PHONY: help setup demo serve stop test test-browser bench bench-pages bench-erasure bench-seal format docs lock \
	check check-format check-types check-imports check-sql check-templates check-django check-docs

help: ## List the targets.
	@sed -n 's/^\([a-z-]*\):[^#]*## /\1 /p' Makefile | while read -r name text; do \
		printf '  make %-13s %s\n' "$$name" "$$text"; done

# --- the environment ---------------------------------------------------------------------------------------

setup: $(READY) ## Build the environment in .venv, or bring it up to date with the locked requirements.

$(READY): requirements.txt requirements-dev.txt
	@python="$$($(FIND_PYTHON))"; \
	if [ -z "$$python" ]; then \
		echo 'This needs Python 3.11 or newer with its venv module (Debian: apt-get install python3.11-venv).' >&2; \
		exit 1; \
	fi; \
	"$$python" -m venv .venv
	$(PYTHON) -m pip install --quiet --disable-pip-version-check --require-hashes \
		--requirement requirements.txt --requirement requirements-dev.txt
	@touch $@

lock: ## Move requirements.txt and requirements-dev.txt to the newest versions that their .in files allow.
	"$$($(FIND_PYTHON))" -m venv var/lock
	var/lock/bin/python -m pip install --quiet --disable-pip-version-check uv
	for name in requirements requirements-dev; do \
		var/lock/bin/uv --no-config pip compile --quiet --upgrade --universal --python-version 3.11 \
			--generate-hashes --no-header --no-emit-index-url $$name.in --output-file $$name.txt || exit 1; \
	done

# --- running -------------------------------------------------------------------------------------------------

demo: $(READY) ## Import the sample workspace, tell its story, then serve (ARGS=--once ends without serving).
	$(MANAGE) migrate --verbosity 0
	$(MANAGE) demo --port $(PORT) $(ARGS)
	@case ' $(ARGS) ' in *' --once '*) ;; *) $(PYTHON) -m gunicorn --bind localhost:$(PORT) ;; esac

serve: $(READY) ## Serve on http://localhost:PORT, 8000 unless PORT is given.
	$(MANAGE) migrate --verbosity 0
	$(PYTHON) -m gunicorn --bind localhost:$(PORT) $(ARGS)

stop: $(READY) ## Stop the embedded PostgreSQL of this checkout.
	$(PYTHON) -m mesh_project.embedded_postgres stop

# --- tests ---------------------------------------------------------------------------------------------------

# Python keeps what it compiles of the tests, whatever the shell says: to rewrite them anew takes half as long as to run
# them.
test test-browser bench check-docs: export PYTHONDONTWRITEBYTECODE :=

test: $(READY) ## Run the tests on two processes; ARGS goes to pytest.
	$(PYTHON) -m pytest -n 2 $(ARGS)

test-browser: $(READY) ## Open the pages in headless Chromium; ARGS goes to pytest.
	$(PYTHON) -m pytest -m browser tests/browser $(ARGS)

bench: $(READY) ## Measure what a search costs; ARGS sets the sizes.
	$(PYTHON) -m tests.bench $(ARGS)

bench-pages: $(READY) ## Measure the audit pages over a million audit rows; ARGS sets the sizes.
	$(PYTHON) -m tests.bench_pages $(ARGS)

bench-erasure: $(READY) ## Measure the erasure of 10,000 messages among a million; ARGS sets the sizes.
	$(PYTHON) -m tests.bench_erasure $(ARGS)

bench-seal: $(READY) ## Measure sealing, verifying and pruning a million audit rows; ARGS sets the sizes.
	$(PYTHON) -m tests.bench_seal $(ARGS)

# --- checks --------------------------------------------------------------------------------------------------

check: check-format check-types check-imports check-sql check-templates check-django check-docs ## Run every check: format, types, layers, SQL, templates, settings, documents.

format: $(READY) ## Bring code, SQL and templates into the project's format.
	$(PYTHON) -m ruff check --quiet --fix . || true
	$(PYTHON) -m ruff format .
	$(PYTHON) -m sqlfluff fix --quiet $(SQL)
	$(PYTHON) -m djlint --quiet --reformat $(TEMPLATES) || true

docs: $(READY) ## Write the generated documents anew.
	$(PYTHON) -m tests.docs.schema
	$(PYTHON) -m tests.docs.data_model

check-docs: $(READY)
	$(PYTHON) -m pytest --quiet tests/docs

check-format: $(READY)
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m ruff check .

check-types: $(READY)
	$(PYTHON) -m mypy

check-imports: $(READY)
	$(BIN)/lint-imports --no-logo

check-sql: $(READY)
	$(PYTHON) -m sqlfluff lint $(SQL)
	$(BIN)/squawk $$(find migrations/sql -name '*.sql')

check-templates: $(READY)
	$(PYTHON) -m djlint --check --lint $(TEMPLATES)

# In the settings of an installation: another host name than this machine's, and a key of its own.
check-django: $(READY)
	DJANGO_SECRET_KEY="$$($(PYTHON) -c 'import secrets; print(secrets.token_urlsafe(64))')" \
		ALLOWED_HOSTS=mesh.example.org $(MANAGE) check --deploy --fail-level WARNING
	$(MANAGE) makemigrations --check --dry-run
