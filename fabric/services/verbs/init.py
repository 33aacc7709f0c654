"""`fabric init`: the store's prefix, the settings' domains, an anchor for each."""

from fabric.models.answers import InitAnswer
from fabric.models.change_set import InsertBead, Operation, SetConfig
from fabric.models.frozen import dataclass
from fabric.services.anchors import anchor_of, free_anchor_id, new_anchor
from fabric.services.context import Context
from fabric.services.gateway import Decision, Outcome, carry_out
from fabric.services.prefix import PREFIX_ROW
from fabric.services.reading import all_memories


@dataclass(frozen=True, slots=True)
class InitRequest:
    """The prefix of ids (empty: the store's own), the settings file, what was made beside."""

    prefix: str
    settings_file: str
    created: tuple[str, ...] = ()


def init(context: Context, request: InitRequest) -> Outcome[InitAnswer]:
    """Set the prefix where there is none, and make the anchors that are missing."""
    return carry_out(context, lambda: _decide(context, request))


def _decide(context: Context, request: InitRequest) -> Decision[InitAnswer]:
    config = context.store.config(PREFIX_ROW)
    prefix = config.get(PREFIX_ROW) or request.prefix
    operations: list[Operation] = []
    if PREFIX_ROW not in config:
        operations.append(SetConfig(PREFIX_ROW, prefix))
    graph = all_memories(context.store, context.settings).graph()
    ids: list[str] = []
    created = list(request.created)
    for domain in context.settings.known_domains:
        anchor = anchor_of(graph, domain.label)
        if anchor is None:
            anchor = new_anchor(free_anchor_id(context.store, prefix, domain), domain)
            operations.append(InsertBead(anchor))
            created.append(f"anchor {anchor.id}: {anchor.title}")
        ids.append(anchor.id)
    return Decision(
        verb="init",
        answer=InitAnswer(
            store=context.store.url,
            settings_file=request.settings_file,
            anchors=ids,
            created=created,
            next='fabric propose --domain NAME --strength hard --rule "…"',
        ),
        operations=tuple(operations),
        absent=tuple(op.bead_id for op in operations if isinstance(op, InsertBead)),
        config={PREFIX_ROW: config.get(PREFIX_ROW)},
    )
