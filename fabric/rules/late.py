"""Late rules: memories that began to bind after an item was started only warn for some days."""

from collections.abc import Iterable
from datetime import timedelta

from fabric.graph.times import began_after as began_after
from fabric.graph.times import binding_since as binding_since
from fabric.models.finding import Severity
from fabric.models.memory import Memory
from fabric.models.receipt import Receipt
from fabric.rules.asked import Asked


def late_severity(asked: Asked, memories: Iterable[Memory], receipt: Receipt | None) -> Severity:
    """Warning while all of the memories are late and within the days of grace, else error."""
    grace = timedelta(days=asked.settings.contract.grace_days)
    for memory in memories:
        since = binding_since(memory)
        if since is None or not began_after(memory, receipt) or asked.now >= since + grace:
            return "error"
    return "warning"
