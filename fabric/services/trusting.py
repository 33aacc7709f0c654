"""Trust in the commands of a memory: given by a person, on one machine, to one digest."""

from fabric.models.actor import Actor
from fabric.models.instants import format_instant
from fabric.models.memory import Memory
from fabric.ports import Trust
from fabric.services.context import Context


def trust_commands(context: Context, memory: Memory, person: Actor, digest: str) -> bool:
    """Remember that a person trusts a memory's commands here; False where there are none."""
    if not runnable(memory):
        return False
    at = format_instant(context.now)
    context.tools.local.trust(Trust(digest=digest, memory=memory.id, by=person.name, at=at))
    return True


def runnable(memory: Memory) -> tuple[str, ...]:
    """The commands of a memory that a machine can run, each once."""
    texts = (each.text for each in memory.acceptance.commands if not each.manual)
    return tuple(dict.fromkeys(texts))
