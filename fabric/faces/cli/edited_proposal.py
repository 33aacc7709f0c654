"""A memory proposed in the editor, new or from the words of the one that it replaces."""

from collections.abc import Sequence

from fabric.faces.cli.editing import Desk, edit
from fabric.faces.cli.memory_file import read_memory_words
from fabric.faces.cli.template import memory_template
from fabric.models.answers import ProposeAnswer
from fabric.models.frozen import dataclass, replace
from fabric.services.context import Context
from fabric.services.ending import find_memory
from fabric.services.gateway import Outcome
from fabric.services.reading import all_memories
from fabric.services.verbs.propose import ProposeRequest, propose
from fabric.services.writing import Wording, prefilled
from fabric.wiring import Place, text_editor, typed_words

_NEW = ("Propose a memory: a draft that binds nobody until a person ratifies it.",)


@dataclass(frozen=True, slots=True)
class EditedProposal:
    """What to propose, as far as options say it, and what the first lines of the text say."""

    request: ProposeRequest
    purpose: str
    heading: Sequence[str] = _NEW


def propose_in_editor(
    place: Place, context: Context, wanted: EditedProposal
) -> Outcome[ProposeAnswer]:
    """Open the editor, and propose what was typed."""
    request = wanted.request
    graph = all_memories(context.store, context.settings).graph()
    old = find_memory(context, request.replaces)[1] if request.replaces else None
    known = graph.domains.get(request.domain or (old.domain if old else ""))
    template = memory_template(
        known.short_name if known else request.domain,
        _without_needless_title(prefilled(request.wording, old)),
        graph.domains,
        wanted.heading,
    )

    def take(text: str) -> Outcome[ProposeAnswer]:
        domain, wording = read_memory_words(text, "", Wording(strength="", rule=""))
        return propose(context, replace(request, domain=domain, wording=wording, whole=True))

    desk = Desk(
        text_editor(place),
        typed_words(place, wanted.purpose),
        can_ask=context.tools.person.is_present,
        keep=context.dry_run,
    )
    return edit(desk, template, take)


def _without_needless_title(wording: Wording) -> Wording:
    """A title that only says the rule again would say the old one once the rule is changed."""
    same = " ".join(wording.title.split()) == " ".join(wording.rule.split())
    return replace(wording, title="") if same else wording
