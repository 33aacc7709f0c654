"""What the tests of the bd command store do to a store, and how they look at it."""

import json
from dataclasses import replace

from fabric.models.bead import Bead, Comment
from fabric.models.change_set import (
    AddComment,
    AddDependency,
    ChangeSet,
    InsertBead,
    Operation,
    SetMetadata,
    SetStatus,
)
from fabric.models.dependency import Dependency
from fabric.models.version import bead_version
from fabric.ports import JournalQuery, Store
from tests.store.beads import bead, draft, edge
from tests.store.test_applying import CLOSED, START

_OF_BD = ("started_at", "lease_expires_at", "heartbeat_at")


AROUND = (START, CLOSED, bead("a-0"), bead("a-2"))


ME = "ada@example.test"


def timeless(one: Bead | None) -> Bead | None:
    """Return a bead without what only the clock of a store decides, and in one order."""
    if one is None:
        return None
    edges = sorted(one.dependencies, key=lambda each: each.depends_on_id)
    texts = sorted((each.author, each.text) for each in one.comments)
    return replace(
        one,
        created_at="",
        updated_at="",
        closed_at="",
        dependencies=tuple(_timeless(each) for each in edges),
        comments=tuple(Comment(author, text, "") for author, text in texts),
        extra={key: value for key, value in one.extra.items() if key not in _OF_BD},
    )


def _timeless(one: Dependency) -> Dependency:
    metadata = json.dumps(json.loads(one.metadata))  # the database spaces it in its own way
    return replace(one, created_at="", created_by="", metadata=metadata)


def apply(store: Store, *operations: Operation, verb: str = "start") -> None:
    ids = {getattr(operation, "bead_id", "") for operation in operations}
    store.apply(ChangeSet(operations), draft(verb, *sorted(ids - {""})))


def picture(store: Store) -> tuple[object, ...]:
    """Return everything that a store holds."""
    return list(store.all_beads()), store.config("kv."), store.journal(JournalQuery())


def start(store: Store) -> ChangeSet:
    """Return what the start of w-1 writes, worked out from what is there."""
    work, contract, hard = store.bead("w-1"), store.bead("w-1-mc"), store.bead("m-1")
    assert work is not None
    assert hard is not None
    operations: list[Operation] = []
    if work.metadata.get("receipt") != {"v": 1}:
        operations.append(SetMetadata("w-1", "receipt", {"v": 1}))
    if work.status == "open":
        operations.append(SetStatus("w-1", "in_progress", ME))
    if contract is None:
        pinned = Bead("w-1-mc", title="C", pinned=True, labels=("memory-contract",))
        operations.append(InsertBead(pinned))
    pairs = (("w-1", "m-1"), ("m-1", "w-1"), ("w-1-mc", "m-1"), ("m-1", "w-1-mc"))
    wanted = [edge(source, target, created_at="", created_by="") for source, target in pairs]
    wanted.append(edge("w-1", "w-1-mc", "blocks", created_at="", created_by=""))
    there = [e for b in (work, contract, hard) if b is not None for e in b.dependencies]
    have = {each.pair for each in there}
    operations += [AddDependency(each) for each in wanted if each.pair not in have]
    if not work.comments:
        operations.append(AddComment("w-1", ME, "Given: m-1"))
    relied = {
        "w-1": bead_version(work),
        "m-1": bead_version(hard),
        "w-1-mc": bead_version(contract),
    }
    return ChangeSet(tuple(operations), relied)


def started(store: Store) -> bool:
    """Tell whether w-1 is started, whole."""
    work, contract = store.bead("w-1"), store.bead("w-1-mc")
    return (
        work is not None
        and contract is not None
        and contract.pinned
        and (work.status, work.assignee) == ("in_progress", ME)
        and [each.text for each in work.comments] == ["Given: m-1"]
        and not start(store).operations
    )
