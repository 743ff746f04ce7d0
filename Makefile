# Everything runs in .venv, which is built from requirements.lock on first use.

SHELL := /bin/bash
.DEFAULT_GOAL := help

# The first Python that is new enough; override with `make PYTHON=/path/to/python`.
NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11; do \
	if $$python -c '$(NEW_ENOUGH)' 2>/dev/null; then echo $$python; exit; fi; done; echo python3)

BIN := .venv/bin
READY := .venv/.ready

TSC := tools/web/node_modules/.bin/tsc

GAMES ?= 10000
JOBS ?= 2
# Not `?=`: the shell has a variable of this name.
SECONDS = 3600

# The lock is resolved on the oldest Python we support, so that it holds for all.
LOCK_PYTHON ?= python3.11
PIP_TOOLS := pip-tools==7.6.2
UPGRADE ?=

.PHONY: help play test cover lint web fuzz mutants soak bench tags lock clean venv .venv

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-7s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: $(READY) ## Play a game
	$(BIN)/trenchline play

# The tests start hundreds of processes: Python may keep what it has compiled, whatever the shell says.
test: export PYTHONDONTWRITEBYTECODE :=
test: lint ## Check style, types, imports and rules
	$(BIN)/pytest -n auto --maxfail=10 --rerun-show-tracebacks

cover: export PYTHONDONTWRITEBYTECODE :=
cover: $(READY) ## Run the tests slowly, and count the lines that none of them runs
	$(BIN)/pytest -n auto --cov

lint: $(READY) web ## Check style, types and imports only
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy --strict
	$(BIN)/lint-imports

web: ## Check the types of the page only
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory $(TSC) && $(TSC) -p tools/web; else \
		echo "The types of the page are not checked: that needs Node.js and npm." >&2; fi

$(TSC): tools/web/package-lock.json
	npm ci --prefix tools/web --no-audit --no-fund --loglevel=error
	@touch $@

fuzz: $(READY) ## Play GAMES random games (of one GAME) and check every step
	$(BIN)/python -m tests.fuzz --games $(GAMES) --jobs $(JOBS) --results \
		$(if $(GAME),--game $(GAME)) $(if $(SEED),--seed $(SEED)) $(if $(STAFF),--staff $(STAFF))

mutants: $(READY) ## Put faults into the rules of GAME and list those that no test notices
	@$(if $(GAME),,echo "Name the game: make mutants GAME=world_war_one" >&2; exit 1)
	$(BIN)/python -m tests.mutants --game $(GAME) $(if $(SAMPLE),--sample $(SAMPLE)) \
		$(if $(SEED),--seed $(SEED)) $(if $(CASE),--case $(CASE)) $(if $(FILE),--file $(FILE))

soak: $(READY) ## Keep a server busy for SECONDS and watch its memory
	$(BIN)/python -m tests.soak --seconds $(SECONDS)

bench: $(READY) ## Measure the speed of the engine
	$(BIN)/trenchline bench

tags: $(READY) ## Tag the versions that CHANGELOG.md tells of, where a tag is missing
	$(BIN)/python -m tools.tag_versions

venv .venv: $(READY) ## Set up .venv

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c '$(NEW_ENOUGH)' || { \
		echo "Trenchline needs Python 3.11 or newer, and '$(PYTHON)' is not."; \
		echo "Install one, or name it: make PYTHON=/path/to/python3.11"; exit 1; } >&2
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "'$(PYTHON)' cannot make virtual environments."; \
		echo "On Debian and Ubuntu, install python3-venv."; exit 1; } >&2
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --use-pep517 \
		--require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

lock: ## Resolve requirements.lock again (UPGRADE=--upgrade for newer versions)
	$(LOCK_PYTHON) -m venv --clear build/lock
	build/lock/bin/python -m pip install --quiet --disable-pip-version-check $(PIP_TOOLS)
	CUSTOM_COMPILE_COMMAND="make lock" build/lock/bin/pip-compile --quiet $(UPGRADE) \
		--extra dev --no-strip-extras --allow-unsafe --generate-hashes --no-emit-index-url \
		--no-emit-trusted-host --no-emit-find-links --output-file requirements.lock pyproject.toml
	@rm -rf build/lock

clean: ## Remove .venv and everything else that was built
	rm -rf .venv build dist htmlcov tools/web/node_modules .coverage .coverage.* \
		.hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
