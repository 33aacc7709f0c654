#!/usr/bin/env bash
# Runs all benchmarks and prints one table; `--quick` for smaller data, `--make` to make once what
# takes minutes. Called by `make bench`.
set -euo pipefail
cd "$(dirname "$0")/.."
exec .venv/bin/python -m benchmarks.run "$@"
