#!/usr/bin/env bash
# Makes .venv with everything the workshop needs. Quick and offline once that is done:
# the stamp names the checkout and the dependencies it was made for, and nothing else starts pip.
set -euo pipefail
cd "$(dirname "$0")/.."

venv=.venv
stamp=$venv/.ready

say() { printf '%s\n' "$*" >&2; }

# What the environment was made for: where it stands, and which packages were asked for.
wanted() {
    "$1" - <<'PYTHON'
import hashlib, json, pathlib, tomllib
tables = tomllib.loads(pathlib.Path("pyproject.toml").read_text(encoding="utf-8"))
project = tables["project"]
asked = [tables["build-system"], project["dependencies"], project["scripts"], tables["dependency-groups"]]
print(hashlib.sha256(json.dumps(asked).encode()).hexdigest(), pathlib.Path.cwd())
PYTHON
}

is_ready() {
    [ -f "$stamp" ] && "$venv/bin/python" -c '' 2>/dev/null &&
        [ "$(cat "$stamp")" = "$(wanted "$venv/bin/python")" ]
}

# The first Python that is new enough and can make a virtual environment.
find_python() {
    local candidate too_old="" no_venv=""
    for candidate in ${PYTHON:+"$PYTHON"} python3 python3.14 python3.13 python3.12 python3.11; do
        "$candidate" -c '' >/dev/null 2>&1 || continue
        if ! "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
            too_old="$too_old $candidate ($("$candidate" -V 2>&1))"
        elif ! "$candidate" -c 'import ensurepip, venv' >/dev/null 2>&1; then
            no_venv=${no_venv:-$candidate}
        else
            printf '%s\n' "$candidate"
            return 0
        fi
    done
    if [ -n "$no_venv" ]; then
        say "$no_venv cannot make a virtual environment: its module ensurepip is missing."
        say "On Debian and Ubuntu install it with: sudo apt install python3-venv"
    elif [ -n "$too_old" ]; then
        say "Bead Fabric needs Python 3.11 or newer, and found only:$too_old."
        say "Install a newer one, or name it: make PYTHON=/path/to/python3.12 test"
    else
        say "Bead Fabric needs Python 3.11 or newer, and found no python3 on the PATH."
        say "On Debian and Ubuntu install it with: sudo apt install python3 python3-venv"
    fi
    return 2
}

# A folder that was copied from elsewhere, or whose Python is gone, is made anew.
stands_here() {
    "$venv/bin/python" -m pip --version >/dev/null 2>&1 &&
        [ -f "$venv/.stands-in" ] && [ "$(cat "$venv/.stands-in")" = "$PWD" ]
}

install() {
    local pip=("$venv/bin/python" -m pip --quiet --disable-pip-version-check)
    # --group came with pip 25.1, and Debian's venv brings an older one.
    "$venv/bin/python" -c 'import pip, sys; sys.exit(tuple(map(int, pip.__version__.split(".")[:2])) < (25, 1))' ||
        "${pip[@]}" install --upgrade 'pip>=25.1' || return
    "${pip[@]}" install --group dev --editable .
}

main() {
    ! is_ready || return 0
    local python
    if ! stands_here; then
        python=$(find_python) || return 2
        say "Making .venv with $("$python" -V) (once; it takes a minute and needs the network)."
        "$python" -m venv --clear "$venv"
        printf '%s\n' "$PWD" >"$venv/.stands-in"
    elif [ -f "$stamp" ]; then
        say "The dependencies changed: bringing .venv up to date."
    else
        say "Finishing .venv, which an earlier run left half-made."
    fi
    if ! install; then
        say "The packages could not be installed; the lines above say why."
        say "With the network back (or PIP_INDEX_URL set to a mirror) run the same command again."
        return 3
    fi
    wanted "$venv/bin/python" >"$stamp"
}

# Two makes at once must not install into the same folder at the same time.
if command -v flock >/dev/null 2>&1; then
    mkdir -p build
    exec 9>build/environment.lock
    flock 9
fi
main
