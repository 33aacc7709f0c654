"""A program `bd` that counts its calls, runs the real bd, and kills its fabric at one of them."""

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Final

from typing_extensions import override

from tests.live.lanes import QUICK, Lane, Scene, Strike
from tests.live.timeless import unnamed
from tests.live.warm import WarmDay
from tests.live.workspaces import PREFIX, Workspace, copy_embedded

WRITING: Final = frozenset({"update", "import", "batch", "close", "reopen", "config", "kv"})

_LOG: Final = Path(".beads", "embeddeddolt", PREFIX, ".dolt", "noms", "v" * 32)
"""What bd appends all that it writes to."""

_SHIM: Final = """#!/bin/sh
echo "$1" >> {folder}/calls
read -r number when < {folder}/strike
if [ "$(wc -l < {folder}/calls)" != "$number" ]; then exec {bd} "$@"; fi
case $when in
before)
    kill -9 $PPID ;;
after)
    {bd} "$@" > {folder}/unheard 2>&1
    kill -9 $PPID ;;
amid)
    size=$(stat -c %s {log})
    exec 3<&0
    {bd} "$@" <&3 > {folder}/unheard 2>&1 &
    while kill -0 $! 2> /dev/null && [ "$(stat -c %s {log})" = "$size" ]; do :; done
    kill -9 $PPID $!
    wait ;;
esac
"""


class CallLane(Lane[Workspace]):
    """A lane whose killed commands find the shim where bd is looked for."""

    def __init__(self, scene: Scene[Workspace], folder: Path) -> None:
        super().__init__(scene, folder)
        self._shim = folder / "shim"
        self._write_shim(scene.workspace.bd.program)
        bd = replace(scene.workspace.bd, directory=self.place, extra=QUICK)
        self.workspace = Workspace(self.place, bd)
        self.day = WarmDay(self.workspace, self.state, extra=QUICK, warm=self.warm)
        path = f"{self._shim}:{bd.environment['PATH']}"
        self.counted = replace(self.day, extra={**QUICK, "PATH": path})
        self.restore()
        self._before = set(self._entries())

    @override
    def restore(self) -> None:
        """Put everything back as the scene was set."""
        self.restore_state()
        shutil.rmtree(self.place, ignore_errors=True)
        copy_embedded(self.scene.workspace, self.place)

    def expect(self, strike: Strike | None = None) -> None:
        """Count from here on, and strike where it is asked for."""
        (self._shim / "calls").write_text("", encoding="utf-8")
        told = f"{strike.number} {strike.when}" if strike else "0 never"
        (self._shim / "strike").write_text(f"{told}\n", encoding="utf-8")

    def calls(self) -> list[str]:
        """The bd commands that were called."""
        return (self._shim / "calls").read_text(encoding="utf-8").split()

    def picture(self) -> list[str]:
        """All beads as the real bd exports them, apart from times."""
        return sorted(map(unnamed, self.workspace.bd.export().values()))

    def verbs(self) -> list[str]:
        """The verbs of the journal's new entries, in order."""
        found = self._entries()
        new = [entry for key, entry in found.items() if key not in self._before]
        return [str(entry["verb"]) for entry in sorted(new, key=lambda each: str(each["at"]))]

    def noted(self) -> str:
        """The note of what is being written; empty where there is none."""
        file = self._local / "intent.json"
        return unnamed(json.loads(file.read_text("utf-8"))) if file.exists() else ""

    def beside(self) -> set[str]:
        """The files beside the database that are ours alone."""
        return {each.name for each in self._local.iterdir()}

    @property
    def _local(self) -> Path:
        return self.place / ".beads" / "fabric-local"

    def _entries(self) -> dict[tuple[str, int], dict[str, object]]:
        """The entries of the journal by writer and number, in the order of each writer."""
        files = sorted((self.place / ".beads" / "fabric-journal").glob("*.jsonl"))
        lines = [line for each in files for line in each.read_text("utf-8").splitlines()]
        entries = [json.loads(line) for line in lines]
        return {(entry["writer"], entry["sequence"]): entry for entry in entries}

    def _write_shim(self, real: Path) -> None:
        self._shim.mkdir()
        program = self._shim / "bd"
        text = _SHIM.format(folder=self._shim, bd=real, log=self.place / _LOG)
        program.write_text(text, encoding="utf-8")
        program.chmod(0o755)
