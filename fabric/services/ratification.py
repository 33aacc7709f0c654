"""What makes a draft canonical: the checks, the words a person confirms, and the operations."""

import difflib
from collections.abc import Mapping, Sequence

from fabric.errors import InvalidMemory, Refused, WrongUse
from fabric.graph.bead_graph import BeadGraph
from fabric.models.application import Stamp, after_images
from fabric.models.bead import Bead
from fabric.models.bead_record import bead_to_record
from fabric.models.change_set import (
    AddLabel,
    CloseBead,
    Operation,
    RemoveConfig,
    RemoveLabel,
    ReopenBead,
    SetMetadata,
)
from fabric.models.frozen import dataclass, field
from fabric.models.instants import is_instant
from fabric.models.memory import Memory, read_memory
from fabric.models.memory_metadata import updated_fabric
from fabric.models.words import CANONICAL, DRAFT, FABRIC_KEY, RATIFIED_REASON
from fabric.services.anchors import anchor_of, relate
from fabric.services.context import Context
from fabric.services.promoted import notes_that_go
from fabric.services.reviews import RATIFIED, WORDS


@dataclass(frozen=True, slots=True)
class Ratified:
    """A draft as ratified: what to write, the anchor it relates to, its words, their digest.

    `notes` are the notes that it was made of and that go now, row → text.
    """

    operations: tuple[Operation, ...]
    anchor: Bead
    after: Bead
    digest: str
    notes: Mapping[str, str] = field(default_factory=dict)

    @property
    def journal(self) -> dict[str, object]:
        """What the journal keeps: the review, and the words, from which they can be restored."""
        record = bead_to_record(self.after)
        record.pop("comments", None)
        kept = {RATIFIED: {self.after.id: self.digest}, WORDS: {self.after.id: record}}
        return {**kept, "forgotten": dict(self.notes)} if self.notes else {**kept}


def refuse_other_words(memory: Memory, confirmed: str) -> None:
    """Raise Refused where a draft says something else than when a person confirmed it."""
    if memory.digest != confirmed:
        raise Refused(
            f"{memory.id} changed while it was being confirmed; nothing was written.",
            "Read it again and run the command again.",
        )


def check_ready(memory: Memory) -> None:
    """Raise InvalidMemory where a draft lacks what a canonical memory must have."""
    if memory.title is None:
        raise InvalidMemory(
            f"The title of {memory.id} has another shape.",
            "It must read [MEMORY][DOMAIN][HARD] One short statement.",
        )
    if not memory.sections.get("Rule"):
        raise InvalidMemory(f"{memory.id} has no `Rule:` section.", "Propose it again with --rule.")
    if not memory.domain or not memory.strength:
        raise InvalidMemory(
            f"{memory.id} has no known domain or no strength.", "Add both labels, then ratify."
        )
    if memory.is_hard and not (memory.acceptance.checks and memory.acceptance.commands):
        raise InvalidMemory(
            f"{memory.id} is hard and says not how to check it.",
            f"Withdraw it (`fabric retire {memory.id} --reason …`) and propose it again with "
            '--check "Given …, when …, then …" and --verify COMMAND.',
        )


def ratify_draft(
    context: Context, graph: BeadGraph, memory: Memory, reviewer: str, effective: str = ""
) -> Ratified:
    """Pin the digest, swap the labels, close, relate to the anchor.

    Raises InvalidMemory, and WrongUse where the domain has no anchor.
    """
    check_ready(memory)
    if effective and not is_instant(effective):
        raise WrongUse(f"{effective!r} is no date.", "Give one like 2026-03-02, or RFC 3339.")
    anchor = anchor_of(graph, memory.domain)
    if anchor is None:
        raise WrongUse(
            f"The domain {memory.domain} has no anchor.",
            f"`fabric anchor create {memory.domain.removeprefix('memory-')}` makes one.",
        )
    bead = memory.bead
    operations: list[Operation] = [RemoveLabel(bead.id, DRAFT), AddLabel(bead.id, CANONICAL)]
    if effective:
        operations.append(SetMetadata(bead.id, "effective_date", effective))
    stamp = Stamp(context.now_text, reviewer)
    after = after_images({bead.id: bead}, operations, stamp).get(bead.id, bead)
    digest = read_memory(after, graph.domains).digest
    fabric = updated_fabric(
        bead.metadata, digest=digest, ratified_by=reviewer, ratified_at=context.now_text
    )
    operations.append(SetMetadata(bead.id, FABRIC_KEY, fabric))
    if bead.is_closed:  # a closed draft: close it again, so that its reason and date say so
        operations.append(ReopenBead(bead.id))
    operations.append(CloseBead(bead.id, RATIFIED_REASON, pinned=True))
    operations += relate(graph, bead.id, anchor.id)
    notes = notes_that_go(context, memory)
    operations += [RemoveConfig(row) for row in notes]
    return Ratified(tuple(operations), anchor, after, digest, notes)


def text_to_confirm(memory: Memory, predecessors: Sequence[Memory]) -> str:
    """The whole text of a draft, and its difference to each predecessor."""
    parts = [whole_text(memory)]
    for old in predecessors:
        difference = difflib.unified_diff(
            whole_text(old).split("\n"),
            whole_text(memory).split("\n"),
            old.id,
            memory.id,
            lineterm="",
            n=2,
        )
        parts.append("\n".join(difference) or f"The words are those of {old.id}.")
    return "\n\n".join(parts)


def whole_text(memory: Memory) -> str:
    """All words of a memory."""
    bead = memory.bead
    scope = [f"Applies to {key}: {', '.join(values)}" for key, values in _scope(memory)]
    head = [bead.title, f"Effective: {memory.effective_date}", f"Owner: {memory.owner}", *scope]
    return "\n".join([*head, "", bead.description, "", bead.acceptance_criteria])


def _scope(memory: Memory) -> list[tuple[str, tuple[str, ...]]]:
    keys = ("paths", "labels", "issue_types")
    found = [(key, memory.applies_values(key)) for key in keys]
    return [(key, values) for key, values in found if values]
