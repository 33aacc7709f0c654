#!/usr/bin/env bash
# Asks the rules twice at most: once for code scanning, where a file was named, and once for
# annotations. The exit status is that of the last: 0 clean, 1 findings, 3 could not look.
set -uo pipefail

arguments=(--store "${LINT_STORE:-jsonl:.beads/issues.jsonl}")
[ "${LINT_SCOPE:-active}" = all ] && arguments+=(--all)
[ -n "${LINT_FAIL_ON:-}" ] && arguments+=(--fail-on "$LINT_FAIL_ON")
[ -n "${LINT_BASELINE:-}" ] && arguments+=(--baseline "$LINT_BASELINE")
[ -n "${LINT_JOURNAL:-}" ] && arguments+=(--journal "$LINT_JOURNAL")

if [ -n "${LINT_SARIF:-}" ]; then
  fabric lint "${arguments[@]}" --format sarif >"$LINT_SARIF"
  status=$?
  [ "$status" -le 1 ] || exit "$status"
fi
exec fabric lint "${arguments[@]}" --format github
