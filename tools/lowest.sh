#!/usr/bin/env bash
# Runs the tests with the oldest versions that pyproject.toml allows, in an environment of their own:
# a lower bound is a promise too. Arguments go to pytest.
set -euo pipefail
cd "$(dirname "$0")/.."

venv=build/lowest
constraints=$venv/constraints.txt
[ -x "$venv/bin/python" ] || .venv/bin/python -m venv "$venv"
.venv/bin/python - >"$constraints" <<'PYTHON'
import pathlib, tomllib
project = tomllib.loads(pathlib.Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
for requirement in project["dependencies"]:
    print(requirement.split(",")[0].replace(">=", "=="))
PYTHON
cat "$constraints"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check \
    --constraint "$constraints" --group dev --editable .
exec "$venv/bin/python" -m pytest -m "not live" -rs "$@"
