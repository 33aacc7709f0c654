"""`fabric trust`: a person lets this machine run a memory's commands."""

from fabric.errors import NotAllowed, WrongUse
from fabric.graph.lineage import Lineage
from fabric.models.answers import TrustAnswer
from fabric.services.context import Context
from fabric.services.governance import confirm
from fabric.services.reading import all_memories, resolve_id
from fabric.services.trusting import runnable, trust_commands


def trust(context: Context, text: str) -> TrustAnswer:
    """Trust the commands of a memory here. Raises NotAllowed for an agent or an agent's shell."""
    who = context.who
    if who.kind != "person":
        raise NotAllowed(f"{who.name} is an agent; trust is for a person.", "Ask a person.")
    if context.agent_host and context.settings.governance.confirm == "typed":
        raise NotAllowed(
            f"This looks like a shell of {context.agent_host}; trust is for a person.",
            "Run it in a terminal of your own.",
        )
    bead_id = resolve_id(context.store, text)
    graph = all_memories(context.store, context.settings).graph()
    memory = graph.memories.get(bead_id)
    if memory is None or Lineage(graph).state(memory) != "canonical":
        raise WrongUse(f"{bead_id} is no canonical memory.", "Trust a memory that is in force.")
    commands = runnable(memory)
    if not commands:
        raise WrongUse(f"{bead_id} has no command that a machine can run.", "Use --attest.")
    confirm(context, "\n".join(("These commands will run here:", *commands)), bead_id)
    if not context.dry_run:
        trust_commands(context, memory, who, memory.digest)
    return TrustAnswer(id=bead_id, digest=memory.digest, commands=list(commands))
