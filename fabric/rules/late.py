"""Late rules: memories that began to bind after an item was started only warn for some days."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from fabric.models.finding import Severity
from fabric.models.instants import parse_instant
from fabric.models.memory import Memory
from fabric.models.receipt import Receipt
from fabric.rules.asked import Asked


def binding_since(memory: Memory) -> datetime | None:
    """Since when a memory binds: in effect, and recorded."""
    known = [each for each in (memory.effective_from, memory.recorded_from) if each is not None]
    return max(known, default=None)


def began_after(memory: Memory, receipt: Receipt | None) -> bool:
    """Whether a memory began to bind after a receipt was written; no receipt, nothing is late."""
    written = parse_instant(receipt.at) if receipt else None
    since = binding_since(memory)
    return written is not None and since is not None and since > written


def late_severity(asked: Asked, memories: Iterable[Memory], receipt: Receipt | None) -> Severity:
    """Warning while all of the memories are late and within the days of grace, else error."""
    grace = timedelta(days=asked.settings.contract.grace_days)
    for memory in memories:
        since = binding_since(memory)
        if since is None or not began_after(memory, receipt) or asked.now >= since + grace:
            return "error"
    return "warning"
