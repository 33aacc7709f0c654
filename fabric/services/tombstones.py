"""Tombstones of notes: a rejected memory that was never proposed, so that its value is refused."""

from typing import Final

from fabric.errors import NoteRefused
from fabric.graph.bead_graph import BeadGraph
from fabric.graph.lineage import Lineage
from fabric.models.bead import Bead
from fabric.models.digests import value_digest
from fabric.models.document import plain
from fabric.models.frozen import dataclass
from fabric.models.memory import Memory
from fabric.models.memory_metadata import write_fabric
from fabric.models.memory_text import write_description, write_title
from fabric.models.note import NOTE_SOURCE, Note, excerpt, one_sentence
from fabric.models.words import DECISION, FABRIC_KEY, REJECTED, SOFT
from fabric.services.context import Context
from fabric.services.prefix import free_memory_id
from fabric.services.writing import rejected_values

NO_DOMAIN: Final = "notes"
"""What stands where a memory's title names its domain: a note has none."""

_TITLE_CHARS: Final = 100
_RULE_CHARS: Final = 10_000


@dataclass(frozen=True, slots=True)
class Tombstone:
    """The bead that refuses a note's value; `is_new` where it must be written."""

    bead: Bead
    is_new: bool


def tombstone_of(context: Context, graph: BeadGraph, note: Note, reason: str) -> Tombstone:
    """The tombstone of a note's value. Raises NoteRefused where a standing memory says the same."""
    values = sorted({value_digest(note.text), value_digest(one_sentence(note.text))})
    lineage = Lineage(graph)
    for memory in graph.memories.values():
        state = lineage.state(memory)
        if state == "rejected" and set(values) <= rejected_values(memory):
            return Tombstone(memory.bead, is_new=False)
        if state in {"draft", "canonical"} and _says(memory, values):
            verb = "reject" if state == "draft" else "retire"
            raise NoteRefused(
                f"{memory.id} says this and stands ({state}); a rejection would refuse it too.",
                f'First `fabric {verb} {memory.id} --reason "…"`, or forget without --reject.',
            )
    return Tombstone(_new_bead(context, graph, note, reason, values), is_new=True)


def _says(memory: Memory, values: list[str]) -> bool:
    return memory.rule_digest in values or memory.statement_digest in values


def _new_bead(
    context: Context, graph: BeadGraph, note: Note, reason: str, values: list[str]
) -> Bead:
    rule = one_sentence(note.text)
    today = f"{context.now:%Y-%m-%d}"
    ours: dict[str, object] = {
        "proposed_by": plain(context.who),
        "evidence": [f"{NOTE_SOURCE}{note.key}"],
        "value_digests": values,
        "reason": reason,
        "ended_recorded_at": context.now_text,
    }
    return Bead(
        id=free_memory_id(context, "", rule, set(graph.beads)),
        title=write_title(NO_DOMAIN, "soft", excerpt(rule, _TITLE_CHARS).marked),
        description=write_description({"Rule": excerpt(rule, _RULE_CHARS).marked}),
        status="closed",
        issue_type=DECISION,
        closed_at=context.now_text,
        close_reason=f"Rejected: {reason}",
        pinned=True,
        labels=(REJECTED, SOFT),
        notes=f"Rejected on {today}: {reason}",
        metadata={
            "memory_version": 1,
            "memory_strength": "soft",
            "domain": "",
            "effective_date": today,
            "owner": "team",
            "supersedes": None,
            "superseded_by": None,
            FABRIC_KEY: write_fabric(ours),
        },
    )
