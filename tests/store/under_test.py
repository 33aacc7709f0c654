"""The backends that must pass the contract, one line each, and how a test gets a store of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

import pytest

from fabric.models.bead import Bead
from fabric.models.bead_line import write_line, write_note_line
from fabric.models.change_set import ChangeSet, Operation, ReplaceBead, SetConfig
from fabric.models.words import NOTE_PREFIX
from fabric.ports import Store
from fabric.store.catalog import open_store
from tests.store.beads import WRITER, bead, draft

Config = Mapping[str, str]
Holding = Callable[[pytest.FixtureRequest, Sequence[Bead], Config], Store]


class OnServer(Protocol):
    """A workspace of the live tier whose database is on a server."""

    @property
    def url(self) -> str:
        """Return the URL of the store."""
        ...

    def rows(self, statement: str) -> object:
        """Run one SQL statement."""
        ...


@dataclass(frozen=True, slots=True)
class Backend:
    """A backend: how to get a store that holds what a test needs.

    `keeps_all`: every field and every text comes back exactly. `again` opens the same store a
    second time, as another process would; None where it lives in one process only.
    """

    name: str
    holding: Holding
    is_writable: bool = True
    keeps_all: bool = True
    again: Callable[[Store], Store] | None = None
    marks: tuple[pytest.MarkDecorator, ...] = ()


def folder(request: pytest.FixtureRequest) -> Path:
    """Return the folder of the test."""
    path: Path = request.getfixturevalue("tmp_path")
    return path


def seeded(store: Store, beads: Sequence[Bead], config: Config) -> Store:
    """Return a writable store after putting everything into it."""
    operations: list[Operation] = [ReplaceBead(bead) for bead in beads]
    operations += [SetConfig(key, value) for key, value in config.items()]
    if operations:
        store.apply(ChangeSet(tuple(operations)), draft("import"))
    return store


def memory(_: pytest.FixtureRequest, beads: Sequence[Bead], config: Config) -> Store:
    return seeded(open_store("memory:", writer_id=WRITER), beads, config)


def sqlite(request: pytest.FixtureRequest, beads: Sequence[Bead], config: Config) -> Store:
    url = f"sqlite:///{folder(request)}/.fabric/fabric.db"
    return seeded(open_store(url, writer_id=WRITER, create=True), beads, config)


def jsonl(request: pytest.FixtureRequest, beads: Sequence[Bead], config: Config) -> Store:
    notes = {key.removeprefix(NOTE_PREFIX): text for key, text in config.items()}
    lines = [write_line(bead) for bead in beads]
    lines += [write_note_line(key, text) for key, text in notes.items()]
    file = folder(request) / "issues.jsonl"
    file.write_bytes("".join(f"{line}\n" for line in lines).encode())
    return open_store(f"jsonl:{file}", writer_id=WRITER)


def dolt(request: pytest.FixtureRequest, beads: Sequence[Bead], config: Config) -> Store:
    workspace: OnServer = request.getfixturevalue("server_workspace")  # a fresh database
    workspace.rows("DELETE FROM config")  # bd's own rows, so that a test sees those that it wrote
    return seeded(open_store(workspace.url, writer_id=WRITER), with_targets(beads), config)


def with_targets(beads: Sequence[Bead]) -> list[Bead]:
    """Return the beads, and one for each that they point at: bd's tables keep no edge into nothing."""
    there = {each.id for each in beads}
    edges = [edge for each in beads for edge in each.dependencies if not edge.is_external]
    return [*(bead(each) for each in sorted({e.depends_on_id for e in edges} - there)), *beads]


def reopened(store: Store) -> Store:
    """Return a second store over the same URL."""
    return open_store(store.url, writer_id=WRITER)


BACKENDS: Final = (
    Backend("memory", memory),
    Backend("sqlite", sqlite, again=reopened),
    Backend("jsonl", jsonl, is_writable=False, again=reopened),
)

DOLT: Final = Backend("dolt", dolt, keeps_all=False, again=reopened, marks=(pytest.mark.live,))
"""Asked by the live tier, which has a server."""


def parameters(*, writable: bool = False) -> list[object]:
    """Return the backends as pytest parameters."""
    chosen = [each for each in BACKENDS if each.is_writable or not writable]
    return [pytest.param(each, id=each.name, marks=each.marks) for each in chosen]
