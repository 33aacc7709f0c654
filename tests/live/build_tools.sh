#!/usr/bin/env bash
# Builds the real bd and dolt that the live tests run, once, into a cache folder.
# Prints one line: the folder that holds the two programs. Says plainly what is missing.
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"

fail() {
    echo "live tools: $1" >&2
    exit 3
}

sum_of() {
    if command -v sha256sum >/dev/null 2>&1; then
        sha256sum "$1" | cut -c1-16
    else
        shasum -a 256 "$1" | cut -c1-16
    fi
}

if [ -n "${FABRIC_LIVE_TOOLS:-}" ]; then
    folder="$FABRIC_LIVE_TOOLS"
else
    folder="${XDG_CACHE_HOME:-$HOME/.cache}/bead-fabric/live-tools/$(sum_of "$here/tools/go.sum")"
fi

if [ -x "$folder/bd" ] && [ -x "$folder/dolt" ]; then
    echo "live tools: $folder (already built)"
    exit 0
fi

command -v go >/dev/null 2>&1 ||
    fail "Go is not installed: install Go 1.26 or newer, or point FABRIC_LIVE_TOOLS at a folder with bd and dolt."
compiler="$(go env CC)"
command -v "${compiler%% *}" >/dev/null 2>&1 ||
    fail "no C compiler ($compiler): install gcc or clang; the embedded Dolt engine is built with cgo."

mkdir -p "$folder"
unfinished="$(mktemp -d "$folder/.building.XXXXXX")"
trap 'rm -rf "$unfinished"' EXIT
echo "live tools: building bd and dolt (some minutes the first time)" >&2
cd "$here/tools"
CGO_ENABLED=1 GOFLAGS=-mod=readonly GOWORK=off \
    go build -trimpath -buildvcs=false -tags gms_pure_go -o "$unfinished/" \
    github.com/steveyegge/beads/cmd/bd github.com/dolthub/dolt/go/cmd/dolt ||
    fail "the build failed: the lines above say why. Is the Go module source reachable?"
mv -f "$unfinished/dolt" "$folder/dolt"
mv -f "$unfinished/bd" "$folder/bd"
echo "live tools: $folder"
