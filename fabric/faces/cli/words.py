"""Memories and work in words, alike in every verb."""

from collections.abc import Iterable, Sequence

from fabric.faces.cli.tables import table
from fabric.models.answers import MemoryView, MovedWork

_MARKS = {"hard": "HARD", "soft": "soft"}


def strength_mark(memory: MemoryView) -> str:
    """How strong it is, as tables show it: what must hold is in capitals."""
    return _MARKS.get(memory.strength, "?")


def memory_line(memory: MemoryView) -> list[str]:
    """One memory as a row: id, strength, state, what it says."""
    state = memory.state if memory.in_force or memory.state != "canonical" else "not yet in force"
    if memory.reviewed is False and memory.state == "canonical":
        state += ", unreviewed"
    return [memory.id, strength_mark(memory), memory.domain, state, memory.statement]


def memory_table(memories: Iterable[MemoryView]) -> list[str]:
    """Memories as aligned rows."""
    return table([memory_line(memory) for memory in memories])


def memory_text(memory: MemoryView) -> list[str]:
    """One memory, whole."""
    lines = [memory.title, f"  {memory.id}: {_state(memory)}"]
    lines += [f"  replaced by {each}" for each in memory.superseded_by]
    lines += [f"  {name}: {text}" for name, text in memory.sections.items() if text]
    lines += [f"  check: {check}" for check in memory.checks]
    lines += [f"  {'by hand' if c.manual else 'run'}: {c.text}" for c in memory.commands]
    lines += [f"  applies to {key}: {', '.join(v)}" for key, v in memory.applies_to.items()]
    until = f" until {memory.effective_until}" if memory.effective_until else ""
    held = {"draft": "proposed to hold", "canonical": "held" if until else "in force"}
    since = memory.effective_date or "?"
    lines.append(
        f"  {held.get(memory.state, 'held')} from {since}{until}, owner {memory.owner or '?'}"
    )
    lines += [f"  replaces {each}" for each in memory.supersedes]
    if memory.evidence:
        lines.append(f"  evidence: {', '.join(memory.evidence)}")
    return lines


def released_lines(released: Sequence[MovedWork], left: Sequence[str]) -> list[str]:
    """What became of the work under a memory that ended."""
    lines = [f"  released {each.id}: {', '.join(each.done)}" for each in released]
    if not released:
        lines.append("No work had to be released.")
    if left:
        lines.append(f"Left as they are (they are its evidence): {', '.join(left)}")
    return lines


def _ratified(by: str, *, reviewed: bool | None) -> str:
    """Who ratified it: as a fact only where the journal says so too."""
    if reviewed:
        return f"ratified by {by}"
    known = "and no review is known" if reviewed is False else "and no journal was asked"
    return f"says that {by} ratified it, {known}"


def _state(memory: MemoryView) -> str:
    parts = [memory.state]
    if memory.state == "canonical":
        parts.append("in force" if memory.in_force else "not in force now")
        reviewed = {True: "reviewed", False: "unreviewed", None: "review not asked"}
        parts.append(reviewed[memory.reviewed])
    if memory.digest_holds is False:
        parts.append("CHANGED since it was ratified")
    if memory.ratified_by:
        parts.append(_ratified(memory.ratified_by, reviewed=memory.reviewed))
    if memory.reason:
        parts.append(f"because: {memory.reason}")
    return ", ".join(parts)
