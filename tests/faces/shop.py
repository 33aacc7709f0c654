"""A project in a folder of its own, and the command as a person types it there."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

from fabric.faces.cli.app import run
from fabric.ports import Store
from fabric.store.catalog import open_store
from tests.guard import ROOT


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

    def hint(self, rule: str) -> str:
        memory = self.id_of("propose", "--domain", "arch", "--strength", "soft", "--rule", rule)
        self.ok("ratify", memory)
        return memory

    def work(self, title: str = "Add an export", *more: str) -> str:
        return self.id_of("work", "add", title, "--domain", "arch", *more)

    def started(self, title: str = "Add an export") -> str:
        work = self.work(title)
        self.ok("start", work)
        return work

    def successor(self, old: str, rule: str = "Writes and jobs go through the layer") -> str:
        return self.id_of("propose", "--replaces", old, "--rule", rule)

    def store(self) -> Store:
        """The store, opened past the command line."""
        return open_store(f"sqlite:///{self.folder / '.fabric' / 'fabric.db'}", writer_id="")

    def process(self, *words: str, stdin: int = subprocess.DEVNULL) -> "subprocess.Popen[bytes]":
        """The command as a process of its own."""
        return subprocess.Popen(
            [sys.executable, "-m", "fabric", *words],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(ROOT)},  # noqa: TID251  # handed on
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )


@contextmanager
def _captured() -> Iterator[tuple[BytesIO, BytesIO]]:
    before = sys.stdout, sys.stderr
    out, err = BytesIO(), BytesIO()
    sys.stdout = TextIOWrapper(out, encoding="utf-8", write_through=True)
    # As Python sets up a real one: what cannot be encoded is spelt.
    sys.stderr = TextIOWrapper(err, encoding="utf-8", errors="backslashreplace", write_through=True)
    try:
        yield out, err
    finally:
        sys.stdout.detach()
        sys.stderr.detach()
        sys.stdout, sys.stderr = before


def plain(text: str) -> str:
    """A text as a terminal shows it: without colours, and a broken line made whole again."""
    return re.sub(r"\s*│\n│\s*", " ", re.sub(r"\x1b\[[0-9;]*m", "", text))
