"""A rejected value is said again."""

from collections.abc import Iterator, Mapping

from fabric.models.digests import value_digest
from fabric.models.finding import Finding
from fabric.models.memory import Memory, ids_of, text_of
from fabric.models.words import NOTE_PREFIX
from fabric.rules.asked import Asked
from fabric.rules.rule import Rule
from fabric.rules.words import named

RULE = Rule(
    slug="rejected-restated",
    severity="error",
    scope="everything",
    summary="A memory or a note says what was rejected.",
    help="Retire or forget it; to ask again, `fabric propose --appeal REASON --replaces ID`.",
    on_bead=False,
)


def check(asked: Asked) -> Iterator[Finding]:
    """Compare standing memories and notes with the values that rejections keep."""
    rejected = _rejected(asked)
    if not rejected:
        return
    for memory in asked.standing:
        tombstone = rejected.get(memory.rule_digest)
        if tombstone and text_of(memory.fabric.get("appeals")) != tombstone.id:
            yield _finding(memory.id, tombstone)
    for key, text in (asked.notes or {}).items():
        tombstone = rejected.get(value_digest(text)) if key.startswith(NOTE_PREFIX) else None
        if tombstone:
            yield _finding(key, tombstone)


def _rejected(asked: Asked) -> Mapping[str, Memory]:
    found: dict[str, Memory] = {}
    for memory in asked.graph.memories.values():
        if asked.states[memory.id] == "rejected":
            values = ids_of(memory.fabric.get("value_digests")) or (memory.rule_digest,)
            for value in values:
                found.setdefault(value, memory)
    return found


def _finding(place: str, tombstone: Memory) -> Finding:
    because = text_of(tombstone.fabric.get("reason"))
    reason = f": {because}" if because else ""
    return RULE.finding(
        place,
        f"It says what was rejected as {named(tombstone)}{reason}.",
        missing=tombstone.id,
    )
