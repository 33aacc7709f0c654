"""Memories and notes as the entries of a briefing, in the order in which they matter."""

from collections.abc import Collection, Iterable, Mapping

from fabric.graph.reviewed import Reviews, is_reviewed
from fabric.models.briefing import BriefMemory, BriefNote
from fabric.models.domain import Domains
from fabric.models.memory import Memory
from fabric.models.note import Note, in_display_order


def brief_memories(
    memories: Iterable[Memory],
    domains: Domains,
    *,
    bound: Collection[str] = (),
    reviews: Reviews | None = None,
) -> list[BriefMemory]:
    """Memories in force as entries, in telling order."""
    return [_brief(each, domains, reviews) for each in in_telling_order(memories, bound)]


def in_telling_order(memories: Iterable[Memory], bound: Collection[str] = ()) -> list[Memory]:
    """Those that bind the work in hand (`bound`), then the newest, then by id."""

    def order(memory: Memory) -> tuple[bool, float, str]:
        since = memory.effective_from
        return (memory.id not in bound, -since.timestamp() if since else 0.0, memory.id)

    return sorted(memories, key=order)


def brief_notes(
    notes: Iterable[Note], written: Mapping[str, str], was: Mapping[str, str]
) -> list[BriefNote]:
    """Notes by kind, then newest; `was`: what the journal last saw of those changed elsewhere."""
    return [
        BriefNote(
            key=note.key,
            kind=note.kind,
            text=note.text,
            written_at=written.get(note.key, ""),
            was=was.get(note.key),
        )
        for note in in_display_order(notes, written)
    ]


def _brief(memory: Memory, domains: Domains, reviews: Reviews | None) -> BriefMemory:
    domain = domains.get(memory.domain)
    since = memory.effective_from
    return BriefMemory(
        id=memory.id,
        strength=memory.strength,
        domain=domain.short_name if domain else "",
        statement=memory.statement,
        text=_more(memory),
        since=since.date().isoformat() if since else "",
        paths=list(memory.applies_values("paths")),
        reviewed=None if reviews is None else is_reviewed(memory, reviews),
    )


def _more(memory: Memory) -> str:
    """The rule where it says more than the statement; of a hand-made one all that it says."""
    text = memory.sections.get("Rule", "") if memory.sections else memory.bead.description.strip()
    return "" if _plain(text) == _plain(memory.statement) else text


def _plain(text: str) -> str:
    return " ".join(text.split()).rstrip(".").casefold()
