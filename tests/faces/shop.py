"""A project in a folder of its own, and the command as a person types it there."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

from fabric.faces.cli.app import run


@dataclass
class Ran:
    """How a command ended: its exit status, and both of its outputs."""

    status: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        return json.loads(self.out)


@dataclass
class Shop:
    """A project with the embedded store; nobody is asked to confirm."""

    folder: Path
    history: list[Ran] = field(default_factory=list)

    def fabric(self, *words: str) -> Ran:
        with _captured() as (out, err):
            status = run(words)
            sys.stdout.flush()
        ran = Ran(status, out.getvalue().decode(), err.getvalue().decode())
        self.history.append(ran)
        return ran

    def ok(self, *words: str) -> Ran:
        ran = self.fabric(*words)
        assert ran.status == 0, f"{words}\n{ran.out}\n{ran.err}"
        return ran

    def id_of(self, *words: str) -> str:
        return str(self.ok(*words, "--json").document["id"])

    def memory(self, rule: str, *more: str) -> str:
        memory = self.id_of(
            *("propose", "--domain", "arch", "--strength", "hard", "--rule", rule),
            *("--check", "Given a change, when it breaks this, then the check fails"),
            *("--verify", "true", *more),
        )
        self.ok("ratify", memory)
        return memory


@contextmanager
def _captured() -> Iterator[tuple[BytesIO, BytesIO]]:
    before = sys.stdout, sys.stderr
    out, err = BytesIO(), BytesIO()
    sys.stdout = TextIOWrapper(out, encoding="utf-8", write_through=True)
    sys.stderr = TextIOWrapper(err, encoding="utf-8", write_through=True)
    try:
        yield out, err
    finally:
        sys.stdout.detach()
        sys.stderr.detach()
        sys.stdout, sys.stderr = before
