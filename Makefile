# Every recipe uses relative paths, so a checkout may live in a folder with spaces in its name.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help demo demo-team test coverage lowest check fix schemas bench live-tools live clean environment

python := .venv/bin/python
export PYTHON

help:  ## this list
	@grep -E '^[a-z-]+:.*## ' $(firstword $(MAKEFILE_LIST)) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 20

environment:
	@tools/environment.sh

demo: environment  ## one memory, from proposal to a rule that holds up a task and CI
	@demo/main_job.sh

demo-team: environment  ## two people and an agent: reject, appeal, retire, look back
	@demo/team.sh

test: environment  ## the tests that need nothing but this checkout; says what was skipped and why
	@$(python) -m pytest -m "not live" -rs

core := models graph selection rules services
coverage: environment  ## how much of the core its tests run; fails below 95 %
	@$(python) -m pytest -q $(core:%=tests/%) tests/invariants -m "not live" -p no:cacheprovider \
	  $(core:%=--cov=fabric.%) --cov-report=term:skip-covered --cov-fail-under=95

lowest: environment  ## make test with the oldest versions that pyproject.toml allows
	@tools/lowest.sh

check: environment  ## ruff, mypy, import-linter, and schemas that are current
	$(python) -m ruff check .
	$(python) -m ruff format --check .
	$(python) -m mypy
	.venv/bin/lint-imports --no-logo
	$(python) tools/write_schemas.py --check
	$(python) tools/write_configuration.py --check

fix: environment  ## what can be mended by a machine: imports, style, format
	$(python) -m ruff check --fix .
	$(python) -m ruff format .

schemas: environment  ## write schemas/ anew from fabric/models/published.py
	@$(python) tools/write_schemas.py
	@$(python) tools/write_configuration.py

bench: environment  ## benchmarks, side by side with bd
	@benchmarks/run.sh

live-tools:  ## build the real bd and Dolt for the live tests (Go and a C compiler; minutes the first time)
	@tests/live/build_tools.sh

live: environment  ## the tests against the real bd and Dolt
	@$(python) -m pytest tests/live -m live -rs

clean:  ## remove what was built (.venv, caches, build); never a store
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis htmlcov .coverage
	find fabric tests tools -name __pycache__ -type d -prune -exec rm -rf {} +
