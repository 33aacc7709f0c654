"""Who may decide: reviewers, persons, confirmations, and the record of these settings."""

import json
from typing import Final, TypeGuard

from fabric.errors import NotAllowed
from fabric.models.actor import Actor
from fabric.models.document import plain
from fabric.models.document_reading import read_document
from fabric.models.frozen import dataclass
from fabric.models.journal import JournalDraft
from fabric.models.settings import GovernanceSettings
from fabric.ports import JournalQuery
from fabric.services.context import Context
from fabric.services.reviewers_then import GOVERNANCE_VERB, reviewers_then

REVIEWER_VERBS: Final = frozenset(
    {"ratify", "supersede", "adopt", "reject", "retire", "waive", "erase", "repair"}
)
"""What only a reviewer does."""


def require_reviewer(context: Context, act: str, person: str | None = None) -> Actor:
    """The reviewer who acts, or raises NotAllowed: an agent, a stranger, an agent's shell."""
    governance = context.settings.governance
    who = Actor(name=person, kind="person") if _may_be_named(person, context) else context.who
    if who.kind != "person":
        raise NotAllowed(f"{_as_agent(context, who)}; to {act} is for a person.", _ask(context))
    if who.name not in governance.reviewers:
        known = ", ".join(governance.reviewers) or "nobody yet"
        raise NotAllowed(
            f"{who.name} is no reviewer and may not {act}.",
            f"Reviewers are {known}: `governance.reviewers` in fabric.toml.",
        )
    if governance.confirm == "typed" and context.agent_host:
        raise NotAllowed(
            f"This looks like a shell of {context.agent_host}; to {act} is for a person.",
            "Run it in a terminal of your own.",
        )
    return who


def _as_agent(context: Context, who: Actor) -> str:
    shell = (
        f" here, in what looks like a shell of {context.agent_host}" if context.agent_host else ""
    )
    return f"{who.name} is an agent{shell}"


def _ask(context: Context) -> str:
    own = ", or run it in a terminal of your own" if context.agent_host else ""
    return f"Ask a reviewer to do it{own}."


def _may_be_named(person: str | None, context: Context) -> TypeGuard[str]:
    """An agent acts in nobody's name but its own."""
    return bool(person) and (context.actor is None or context.actor.kind == "person")


def confirm(context: Context, text: str, expected: str) -> None:
    """Have the person type `expected` under a text. Raises NotAllowed; `confirm = "none"` skips."""
    if context.settings.governance.confirm == "none" or context.dry_run:
        return
    if not context.tools.person.is_present:
        raise NotAllowed(
            "Nobody is at a terminal to confirm this.",
            'Run it in a terminal, or set `governance.confirm = "none"` where a bot is trusted.',
        )
    if not context.tools.person.confirm(text, expected):
        raise NotAllowed("It was not confirmed; nothing was written.", f"Type {expected} exactly.")


def require_other_author(context: Context, author: Actor | None, reviewer: Actor) -> None:
    """Raises NotAllowed where a reviewer would ratify their own draft and `solo` is off.

    An author of kind agent does not count as the person whose shell it used.
    """
    name = author.name if author is not None and author.kind == "person" else ""
    if name.casefold() == reviewer.name.casefold() and not context.settings.governance.solo:
        raise NotAllowed(
            f"{reviewer.name} proposed this and may not ratify it too.",
            "Ask another reviewer, or set `governance.solo = true`.",
        )


def governance_draft(context: Context, verb: str) -> JournalDraft | None:
    """A journal entry for the governance settings, where they differ from the last ones seen.

    A change that somebody else brought in is confirmed by a reviewer's own act under it.
    """
    if not context.store.has_journal:
        return None
    current = context.settings.governance
    last = last_governance(context)
    if last is not None and last.settings == current:
        if last.by_reviewer or verb not in REVIEWER_VERBS:
            return None
        reason = "confirmed"
    else:
        reason = "first seen" if last is None else "changed"
    return JournalDraft(
        at=context.now_text,
        actor=context.who,
        door=context.door,
        verb=GOVERNANCE_VERB,
        bead_ids=(),
        reason=reason,
        payload={"governance": plain(current)},
    )


@dataclass(frozen=True, slots=True)
class SeenGovernance:
    """Governance settings as the journal saw them last, and whether a reviewer brought them."""

    settings: GovernanceSettings
    by_reviewer: bool


def last_governance(context: Context) -> SeenGovernance | None:
    """The governance settings that the journal saw last; None where it saw none."""
    entries = context.store.journal(JournalQuery(verb=GOVERNANCE_VERB))
    if not entries:
        return None
    last = entries[-1]
    payload = context.store.journal_payload(last.writer, last.sequence)
    said = json.loads(payload or "{}").get("governance", {})
    settings = read_document(GovernanceSettings, said)
    return SeenGovernance(settings, reviewers_then(context.store).by_reviewer)
