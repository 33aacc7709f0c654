"""Where the real bd and dolt are, and how they are run so that they touch nothing of ours."""

import hashlib
import json
import os
import pwd
import shutil
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.guard import ENVIRONMENT_AT_START

_HERE = Path(__file__).parent
REQUIRED = bool(ENVIRONMENT_AT_START.get("FABRIC_LIVE_REQUIRED"))
MISSING = "bd and dolt are not built: run `make live-tools` (needs Go and a C compiler)"


@dataclass(frozen=True, slots=True)
class Programs:
    """The two real programs."""

    bd: Path
    dolt: Path


def find_programs() -> Programs | None:
    """Return the programs that build_tools.sh made, or None when they are not there."""
    for folder in _folders():
        found = Programs(folder / "bd", folder / "dolt")
        if found.bd.is_file() and found.dolt.is_file():
            return found
    return None


def _folders() -> list[Path]:
    asked = ENVIRONMENT_AT_START.get("FABRIC_LIVE_TOOLS")
    if asked:
        return [Path(asked)]
    name = hashlib.sha256((_HERE / "tools" / "go.sum").read_bytes()).hexdigest()[:16]
    cache = ENVIRONMENT_AT_START.get("XDG_CACHE_HOME") or _home() / ".cache"
    return [Path(cache) / "bead-fabric" / "live-tools" / name]


def _home() -> Path:
    return Path(ENVIRONMENT_AT_START.get("HOME") or pwd.getpwuid(os.getuid()).pw_dir)


@dataclass(frozen=True, slots=True)
class Reply:
    """What a command answered."""

    arguments: tuple[str, ...]
    exit: int
    out: str
    err: str
    seconds: float

    def json(self) -> object:
        """Return standard output as JSON."""
        answer: object = json.loads(self.out)
        return answer

    def entry(self) -> dict[str, object]:
        """Return the one object that was answered, alone or in a list of one."""
        answer = self.json()
        if isinstance(answer, list):
            assert len(answer) == 1, self
            answer = answer[0]
        assert isinstance(answer, dict), self
        return answer

    def entries(self) -> list[dict[str, object]]:
        """Return the list of objects that was answered."""
        answer = self.json()
        assert isinstance(answer, list), self
        return answer

    def ids(self) -> set[str]:
        """Return the ids of the listed beads."""
        return {str(entry["id"]) for entry in self.entries()}


@dataclass(frozen=True, slots=True)
class Bd:
    """Runs bd in one directory: own home, no input, no prompt, no metrics, never for ever."""

    program: Path
    directory: Path
    environment: Mapping[str, str]
    actor: str = "tess"
    timeout: float = 60.0
    extra: Mapping[str, str] = field(default_factory=dict)

    def run(self, *arguments: str, stdin: str | None = None) -> Reply:
        """Run bd and return what it answered, whatever the exit code."""
        environment = {**self.environment, "BEADS_ACTOR": self.actor, **self.extra}
        command = [str(self.program), *arguments]
        started = time.monotonic()
        done = subprocess.run(
            command,
            cwd=self.directory,
            env=environment,
            input=stdin if stdin is not None else "",
            capture_output=True,
            encoding="utf-8",
            timeout=self.timeout,
            check=False,
        )
        seconds = time.monotonic() - started
        return Reply(arguments, done.returncode, done.stdout, done.stderr, seconds)

    def __call__(self, *arguments: str, stdin: str | None = None) -> Reply:
        """Run bd and insist on exit 0."""
        reply = self.run(*arguments, stdin=stdin)
        assert reply.exit == 0, reply
        return reply

    def query(self, expression: str) -> set[str]:
        """Return the ids that `bd query` finds, all of them."""
        return self("query", expression, "--limit", "0", "--json").ids()

    def export(self) -> dict[str, dict[str, object]]:
        """Return every exported bead by id."""
        lines = self("export", "--all").out.splitlines()
        records = [json.loads(line) for line in lines]
        return {record["id"]: record for record in records if record["_type"] == "issue"}

    def load(self, *rows: Mapping[str, object]) -> Reply:
        """Import rows through standard input."""
        text = "".join(json.dumps(row) + "\n" for row in rows)
        return self("import", "-", "--json", stdin=text)


def quiet_environment(home: Path, programs: Programs) -> dict[str, str]:
    """Return the whole environment of the real programs, and make the home they live in."""
    git = shutil.which("git")
    assert git is not None, "git is not installed"
    home.mkdir(parents=True, exist_ok=True)
    (home / ".gitconfig").write_text(
        "[user]\n\tname = Tess Ter\n\temail = tess@example.test\n"
        "[init]\n\tdefaultBranch = main\n[safe]\n\tdirectory = *\n",
        encoding="utf-8",
    )
    dolt = {"metrics.disabled": "true", "versioncheck.disabled": "true"}
    (home / ".dolt").mkdir(exist_ok=True)
    (home / ".dolt" / "config_global.json").write_text(
        json.dumps({**dolt, "user.name": "Tess Ter", "user.email": "tess@example.test"}),
        encoding="utf-8",
    )
    path = [str(programs.bd.parent), str(Path(git).parent), os.defpath.strip(":")]
    return {
        "HOME": str(home),
        "PATH": ":".join(path),
        "LANG": "C.UTF-8",
        "GIT_CONFIG_NOSYSTEM": "1",
        "BD_DISABLE_METRICS": "1",
        "BD_NON_INTERACTIVE": "1",
        "DOLT_DISABLE_EVENT_FLUSH": "true",
    }
