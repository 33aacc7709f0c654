"""A day of work through the command line, in a real workspace, and what bd must say at any moment."""

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.guard import ROOT
from tests.live.workspaces import ServerWorkspace, Workspace

RULE = "Every write goes through the service layer."
CHECK = "Given a write, when it skips the service layer, then review refuses it"
_DIRTY = "SELECT table_name FROM dolt_status"


@dataclass(frozen=True, slots=True)
class Ran:
    """How a command of ours ended."""

    words: tuple[str, ...]
    exit: int
    out: str
    err: str

    def entry(self) -> dict[str, object]:
        """Return the document that was answered."""
        found: dict[str, object] = json.loads(self.out)
        return found


@dataclass(frozen=True, slots=True)
class Day:
    """A workspace, and `fabric` run in it as a process of its own."""

    workspace: Workspace
    state: Path
    actor: str = "vera@example.test"
    extra: Mapping[str, str] = field(default_factory=dict)

    @property
    def environment(self) -> dict[str, str]:
        """Return the whole environment of our command: only bd's, and ours."""
        own = {"FABRIC_STATE": str(self.state), "FABRIC_ACTOR": self.actor, "PYTHONPATH": str(ROOT)}
        return {**self.workspace.bd.environment, **own, **self.extra}

    def run(self, *words: str) -> Ran:
        """Run our command, whatever its exit."""
        done = subprocess.run(
            [sys.executable, "-m", "fabric", *words],
            cwd=self.workspace.path,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )
        return Ran(words, done.returncode, done.stdout, done.stderr)

    def __call__(self, *words: str) -> Ran:
        """Run our command and insist on exit 0."""
        ran = self.run(*words)
        assert ran.exit == 0, ran
        return ran

    def id_of(self, *words: str) -> str:
        """Run our command with `--json` and return the id in its answer."""
        return str(self(*words, "--json").entry()["id"])

    def begin(self) -> None:
        """Attach to the workspace; nobody is asked, and nothing is left to commit."""
        self("init")
        settings = self.workspace.path / "fabric.toml"
        text = settings.read_text(encoding="utf-8")
        settings.write_text(text.replace('"typed"', '"none"'), encoding="utf-8")
        self.workspace.git("add", "fabric.toml")
        self.workspace.git("commit", "--quiet", "-m", "Settings")

    def proposed(self, rule: str = RULE, *more: str) -> str:
        """Propose a hard memory; return its id."""
        hard = ("--domain", "arch", "--strength", "hard", "--rule", rule)
        return self.id_of("propose", *hard, "--check", CHECK, "--verify", "true", *more)

    def ratified(self, rule: str = RULE) -> str:
        """Propose and ratify a hard memory; return its id."""
        memory = self.proposed(rule)
        self("ratify", memory)
        return memory

    def started(self, memory: str = "") -> str:
        """Have a memory in force, and start a work item under it; return the item's id."""
        if not memory:
            self.ratified()
        work = self.id_of("work", "add", "Add a cart", "--domain", "arch")
        self("start", work)
        return work

    def in_force(self) -> set[str]:
        """Return the ids of the memories in force, as we list them."""
        listed = self("list", "--domain", "arch", "--json").entry()["memories"]
        assert isinstance(listed, list)
        return {each["id"] for each in listed if each["state"] == "canonical"}


def complaints(workspace: Workspace) -> set[tuple[str, str]]:
    """Return what bd's doctor complains about, apart from git."""
    checks = workspace.bd.run("doctor", "--json").entry()["checks"]
    assert isinstance(checks, list)
    return {
        (each["name"], each["message"])
        for each in checks
        if each["status"] != "ok" and each["name"] != "Git Working Tree"
    }


def look(workspace: Workspace) -> None:
    """What bd says must hold after any verb of ours, whatever it was."""
    bd = workspace.bd
    beads = bd.export()
    kept = {key for key, bead in beads.items() if bead.get("pinned")}
    assert not kept & bd("ready", "--json").ids()
    for key, bead in beads.items():
        if bead["issue_type"] == "decision":
            assert key in kept
    linted = bd("lint", "--json").entry()["results"] or []
    assert isinstance(linted, list)
    assert not kept & {each["id"] for each in linted}
    blocked = bd("blocked", "--json")
    for entry in blocked.entries() if blocked.out.strip() else []:
        assert bd.run("close", str(entry["id"]), "--json").exit != 0
    assert bd("recompute-blocked", "--json").entry()["rows_corrected"] == 0
    if isinstance(workspace, ServerWorkspace):
        assert workspace.rows(_DIRTY) == []
