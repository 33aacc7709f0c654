# The stage of the demonstrations: a throw-away project, and commands that show themselves.
# Sourced by demo/*.sh; expects $FABRIC (the command) to be set or on the path.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
FABRIC=${FABRIC:-$here/.venv/bin/fabric}
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT

# Nothing of the person who runs this leaks in, and nothing leaks out.
export HOME=$stage/home XDG_STATE_HOME=$stage/state
unset FABRIC_ACTOR FABRIC_STORE BEADS_ACTOR BEADS_DIR 2>/dev/null || true
mkdir -p "$HOME" "$stage/shop"
cd "$stage/shop"

bold='' dim='' plain=''
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then bold=$'\e[1m' dim=$'\e[2m' plain=$'\e[0m'; fi

title() { printf '\n%s%s%s\n' "$bold" "$1" "$plain"; }
note() { printf '%s# %s%s\n' "$dim" "$1" "$plain"; }

# show WORDS…: print a fabric command as one would type it.
show() {
  local word line='$ fabric'
  for word in "$@"; do
    case $word in
      *[!A-Za-z0-9_./:=@,-]*) line+=" \"${word//\"/\\\"}\"" ;;
      *) line+=" $word" ;;
    esac
  done
  printf '%s%s%s\n' "$bold" "$line" "$plain"
}

# run WORDS…: show a fabric command and run it; it must succeed.
run() { show "$@"; "$FABRIC" "$@" 2>&1 | sed 's/^/  /'; }

# refused STATUS WORDS…: show a fabric command that must end with that exit status.
refused() {
  local wanted=$1 status=0
  shift
  show "$@"
  "$FABRIC" "$@" >"$stage/out" 2>&1 || status=$?
  sed 's/^/  /' "$stage/out"
  if [ "$status" -ne "$wanted" ]; then
    printf 'The demonstration broke: exit status %s, expected %s.\n' "$status" "$wanted" >&2
    exit 1
  fi
  note "exit status $status"
}

# make NAME WORDS…: show and run a fabric command, and keep the id that it answers in $NAME.
make() {
  local name=$1
  shift
  show "$@"
  "$FABRIC" "$@" --json >"$stage/answer"
  printf -v "$name" '%s' "$(sed -n 's/^  "id": "\(.*\)",\{0,1\}$/\1/p' "$stage/answer" | head -n 1)"
  printf '  → %s\n' "${!name}"
}
