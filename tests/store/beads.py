"""Beads and journal drafts as the store tests need them."""

from dataclasses import replace
from typing import Final

from fabric.models.actor import Actor
from fabric.models.bead import Bead, Comment
from fabric.models.dependency import Dependency
from fabric.models.journal import JournalDraft

WRITER: Final = "desk-1"
OLD: Final = "2026-03-01T10:00:00Z"
LATER: Final = "2026-03-01T10:00:05Z"
NOW: Final = "2026-04-01T12:00:00Z"


def bead(bead_id: str, **fields: object) -> Bead:
    """Return an open task with its times and its author."""
    plain = Bead(
        id=bead_id,
        title=f"Title of {bead_id}",
        created_at=OLD,
        created_by="Ada",
        updated_at=OLD,
    )
    return replace(plain, **fields)  # type: ignore[arg-type]  # the tests name real fields


def edge(source: str, target: str, kind: str = "relates-to", **fields: object) -> Dependency:
    """Return an edge that says who made it and when."""
    plain = Dependency(source, target, kind, created_at=OLD, created_by="Ada")
    return replace(plain, **fields)  # type: ignore[arg-type]  # the tests name real fields


def memory(bead_id: str, *labels: str, **fields: object) -> Bead:
    """Return a canonical memory with these labels besides its own."""
    return bead(
        bead_id,
        issue_type="decision",
        status="closed",
        closed_at=OLD,
        close_reason="Ratified canonical memory",
        pinned=True,
        labels=tuple(sorted(("memory", *labels))),
        **fields,
    )


def draft(
    verb: str = "start", *bead_ids: str, at: str = NOW, payload: dict[str, object] | None = None
) -> JournalDraft:
    """Return what a service would journal."""
    return JournalDraft(
        at=at,
        actor=Actor(name="ada@example.test"),
        door="cli",
        verb=verb,
        bead_ids=bead_ids,
        reason="because",
        payload=payload or {},
    )


def without_comment_ids(one: Bead) -> Bead:
    """Return the bead as it was before a store gave its comments ids."""
    return replace(one, comments=tuple(replace(each, id="") for each in one.comments))


RICH: Final = bead(
    "a-1",
    description="Line one\nline two",
    design="D",
    acceptance_criteria="Given a, when b, then c",
    notes="N",
    status="in_progress",
    priority=0,
    issue_type="feature",
    assignee="Ada",
    owner="ada@example.test",
    pinned=True,
    is_template=True,
    labels=("domain:x", "memory-arch"),
    metadata={"domain": "arch", "fabric": {"digest": "sha256:00", "list": [1, 2.5, None]}},
    dependencies=(
        edge("a-1", "a-2", "blocks"),
        edge("a-1", "a-3", metadata='{"why":"x"}', thread_id="t-1"),
        edge("a-1", "gone-9", "parent-child"),
    ),
    comments=(Comment("Ada", "First", OLD, "c-2"), Comment("Bob", "Second", LATER, "c-1")),
)
"""A bead that says something in (nearly) every field that bd itself has."""
