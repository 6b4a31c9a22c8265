# make play   set up what is missing, serve the table    (make play ARGS="--port 9000")
# make test   set up what is missing, run every test     (make test ARGS="-k lockstep")
# make check  ruff, pyright, import-linter, svelte-check alone
# make bench  the figures that the README names
# make lock   renew the lock files

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet --quiet
WEB := $(shell find web -type f -not -path '*/node_modules/*' 2>/dev/null)
BUNDLE := src/throwdown/server/static/index.html
LOCK := $(BIN)/pip-compile --quiet --strip-extras --generate-hashes --no-header --no-emit-index-url \
	--no-emit-find-links --no-annotate --allow-unsafe

# Without bytecode every process of a test would read all sources anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test compiled check bench lock clean

play: .make/play $(BUNDLE)
	@$(BIN)/throwdown serve $(ARGS)

# Side by side: the tools are installed and the checks run while the rules are compiled.
# What is compiled here checks every index, which compiled rules otherwise do not.
test: export NUMBA_BOUNDSCHECK = 1
test:
	@$(MAKE) --no-print-directory -j 2 check compiled
	@$(BIN)/python -m pytest -n 3 --dist worksteal $(ARGS)

compiled: .make/play
	@$(BIN)/throwdown compile --cores 2 --no-players

check: .make/test $(BUNDLE)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/basedpyright
	@$(BIN)/lint-imports
	@$(BIN)/python build_web.py check

bench: .make/bench $(BUNDLE)
	@$(BIN)/python -m bench $(ARGS)

$(VENV):
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Throwdown needs Python 3.11 or newer")'
	@$(PYTHON) -m venv $(VENV)

.make/play: requirements.lock pyproject.toml build_web.py | $(VENV)
	@mkdir -p .make
	@echo "Setting up (once, about a minute) ..."
	@$(PIP) install --require-hashes -r requirements.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

.make/test: requirements-dev.lock .make/play
	@$(PIP) install --require-hashes -r requirements-dev.lock
	@$(BIN)/python -m tests.machine
	@touch $@

.make/bench: requirements-bench.lock .make/test
	@$(PIP) install --require-hashes -r requirements-bench.lock
	@touch $@

$(BUNDLE): $(WEB) | .make/play
	@$(BIN)/python build_web.py

lock: .make/test
	@$(LOCK) --extra build -o requirements.lock pyproject.toml
	@$(LOCK) --extra build --extra dev -o requirements-dev.lock pyproject.toml
	@$(LOCK) --extra build --extra dev --extra bench -o requirements-bench.lock pyproject.toml

clean:
	@rm -rf $(VENV) .make web/node_modules src/throwdown/server/static
