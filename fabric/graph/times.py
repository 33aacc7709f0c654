"""Two times of a memory: when the rule held, and when that was recorded."""

from datetime import datetime

from fabric.graph.lineage import Lineage
from fabric.models.frozen import dataclass
from fabric.models.instants import parse_instant
from fabric.models.memory import Memory, State
from fabric.models.receipt import Receipt
from fabric.models.words import DRAFT


@dataclass(frozen=True, slots=True)
class Moment:
    """A question in time: what held at `held_at`, as far as was recorded by `known_at`."""

    held_at: datetime
    known_at: datetime | None = None


def in_force_at(memory: Memory, lineage: Lineage, moment: Moment) -> bool:
    """Whether a memory bound at a moment, from the fields alone."""
    if not _was_canonical(memory, lineage.state(memory)):
        return False
    recorded = memory.recorded_from
    if moment.known_at is not None and recorded is not None and recorded > moment.known_at:
        return False
    begin = memory.effective_from
    if begin is not None and begin > moment.held_at:
        return False
    end, end_recorded = _end(memory, lineage)
    if end is None:
        return lineage.state(memory) == "canonical"
    known = moment.known_at is None or end_recorded is None or end_recorded <= moment.known_at
    return moment.held_at < end if known else True


def _was_canonical(memory: Memory, state: State) -> bool:
    """Whether it ever was canonical: a draft that was retired or rejected never bound anybody."""
    if state == "draft" or memory.bead.has(DRAFT):
        return False
    if state == "rejected" and memory.effective_until is None:
        return False  # a hand-made rule that a reviewer rejected held until then
    return state == "canonical" or memory.bead.is_closed


def _end(memory: Memory, lineage: Lineage) -> tuple[datetime | None, datetime | None]:
    """When the rule ended and when that was recorded; for hand-made ones the succession's time."""
    until, recorded = memory.effective_until, memory.recorded_until
    if until is not None:
        return until, recorded or until
    for step in lineage.successors(memory.id):
        time = lineage.time_of(step)
        if time is not None:
            return time, time
    return None, None


def binding_since(memory: Memory) -> datetime | None:
    """Since when a memory binds: in effect, and recorded."""
    known = [each for each in (memory.effective_from, memory.recorded_from) if each is not None]
    return max(known, default=None)


def began_after(memory: Memory, receipt: Receipt | None) -> bool:
    """Whether a memory began to bind after a receipt was written; no receipt, nothing is late."""
    written = parse_instant(receipt.at) if receipt else None
    since = binding_since(memory)
    return written is not None and since is not None and since > written
