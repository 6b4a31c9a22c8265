# make play     set up what is missing, serve the table    (make play ARGS="--port 9000")
# make test     set up what is missing, run every test     (make test ARGS="-k lockstep")
# make pythons  make test with every Python 3.11 or newer that is found, one after the other
# make check    ruff, pyright, import-linter, svelte-check alone
# make docs     the documents as a site, in site/
# make bench    the figures that the README names
# make campaign faults by the thousand while people play   (make campaign ARGS="kills --count 200")
# make lock     renew the lock files
#
# PYTHON=python3.13 chooses the Python; each one that is named so has a folder of its own, .venv-python3.13.

PYTHON ?= python3
VENV ?= $(if $(filter python3,$(PYTHON)),.venv,.venv-$(notdir $(PYTHON)))
DONE := $(VENV)/done
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet --quiet
WEB := $(shell find web -type f -not -path '*/node_modules/*' 2>/dev/null) $(wildcard src/throwdown/games/*/drawings/*.json)
BUNDLE := src/throwdown/server/static/index.html
LOCK := $(BIN)/pip-compile --quiet --strip-extras --generate-hashes --no-header --no-emit-index-url \
	--no-emit-find-links --no-annotate --allow-unsafe

# Without bytecode every process of a test would read all sources anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test pythons compiled check docs bench campaign lock clean

play: $(DONE)/play $(BUNDLE)
	@$(BIN)/throwdown serve $(ARGS)

# Side by side: the tools are installed and the checks run while the rules are compiled.
# What is compiled here checks every index, which compiled rules otherwise do not. The bots of two games think
# in the tests, in many processes that would each compile them.
test: export NUMBA_BOUNDSCHECK = 1
# Memory that compiled rules have freed is overwritten at once, so that who still reads it fails here.
test: export GLIBC_TUNABLES = glibc.malloc.tcache_count=0:glibc.malloc.perturb=165
test: $(DONE)/play
	@$(BIN)/python -c 'import platform; print("Testing with Python", platform.python_version(), flush=True)'
	@$(MAKE) --no-print-directory -j 2 check compiled
	@$(BIN)/python -m pytest -n 3 --dist worksteal $(ARGS)

pythons:
	@found=0; for python in python3.11 python3.12 python3.13 python3.14; do \
		if "$$python" -c '' 2>/dev/null; then \
			found=1; $(MAKE) --no-print-directory test PYTHON=$$python || exit 1; \
		else echo "$$python is not found"; fi; \
	done; test $$found = 1

compiled: $(DONE)/play
	@$(BIN)/throwdown compile --cores 2 --no-players
	@$(BIN)/throwdown compile --cores 2 command-dice kadice con-person

check: $(DONE)/test $(BUNDLE)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/basedpyright --pythonpath $(BIN)/python
	@$(BIN)/basedpyright --pythonpath $(BIN)/python --project bench
	@$(BIN)/lint-imports
	@$(BIN)/python -m throwdown.conformance.views --check
	@$(BIN)/lint-imports --config circles.ini
	@$(BIN)/python build_web.py check

docs: $(DONE)/test
	@$(BIN)/python build_docs.py
	@echo "site/index.html"

bench: $(DONE)/bench $(BUNDLE)
	@$(BIN)/python -m bench $(ARGS)

$(VENV):
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Throwdown needs Python 3.11 or newer")'
	@$(PYTHON) -m venv $(VENV)

$(DONE)/play: requirements.lock pyproject.toml build_web.py | $(VENV)
	@mkdir -p $(DONE)
	@echo "Setting up (once, about a minute) ..."
	@$(PIP) install --require-hashes -r requirements.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(DONE)/test: requirements-dev.lock $(DONE)/play
	@$(PIP) install --require-hashes -r requirements-dev.lock
	@$(BIN)/python -m tests.machine
	@touch $@

$(DONE)/bench: requirements-bench.lock $(DONE)/test
	@$(PIP) install --require-hashes -r requirements-bench.lock
	@touch $@

$(BUNDLE): $(WEB) | $(DONE)/play
	@$(BIN)/python build_web.py

campaign: $(DONE)/test compiled
	@$(BIN)/python -m tests.campaign $(ARGS)

lock: $(DONE)/test
	@$(LOCK) --extra build -o requirements.lock pyproject.toml
	@$(LOCK) --extra build --extra envs --extra parquet --extra cluster --extra dev -o requirements-dev.lock pyproject.toml
	@$(LOCK) --extra build --extra envs --extra parquet --extra cluster --extra dev --extra bench -o requirements-bench.lock pyproject.toml

clean:
	@rm -rf .venv .venv-* web/node_modules src/throwdown/server/static src/throwdown/lab/static
