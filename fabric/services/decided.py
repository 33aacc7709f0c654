"""What plans decided before: a rule that was dropped, or taken in other words, is not proposed again.

The journal keeps it, by the digest of the words that were found, so that it holds for all who share
the store, and says who decided.
"""

import json
from collections.abc import Iterable, Iterator, Mapping

from fabric.graph.bead_graph import BeadGraph
from fabric.graph.lineage import Lineage
from fabric.models.digests import value_digest
from fabric.models.frozen import dataclass
from fabric.ports import JournalQuery
from fabric.rules_files.plan_file import PlanEntry
from fabric.services.context import Context

DECIDED = "decided"
"""Where the payload of a migration keeps it: digest → id of the draft, or nothing if dropped."""

_VERB = "migrate"


@dataclass(frozen=True, slots=True)
class Decision:
    """What became of a rule that was found: the draft of it (empty: none), and who said so."""

    draft: str
    by: str


def decided_before(context: Context) -> dict[str, Decision]:
    """All decisions that the journal keeps, by the digest of what was found; the last one counts."""
    if not context.store.has_journal:
        return {}
    query = JournalQuery(verb=_VERB)
    payloads = context.store.journal_payloads(query)
    found: dict[str, Decision] = {}
    for entry in context.store.journal(query):
        payload = json.loads(payloads.get((entry.writer, entry.sequence)) or "{}")
        for digest, draft in _table(payload.get(DECIDED)).items():
            found[digest] = Decision(str(draft), entry.actor)
    return found


def to_decide(
    entries: Iterable[PlanEntry], drafts: Mapping[PlanEntry, str], before: Mapping[str, Decision]
) -> dict[str, str]:
    """What a plan decides that nobody decided before, as the journal keeps it."""
    new = dict(sorted(_decisions(entries, drafts)))
    return {
        digest: draft
        for digest, draft in new.items()
        if digest not in before or before[digest].draft != draft
    }


def why_not_again(decision: Decision, graph: BeadGraph) -> str:
    """Why a rule is not proposed again, in words; empty where the draft of it is gone."""
    if not decision.draft:
        return f"{decision.by} dropped it from a plan"
    memory = graph.memories.get(decision.draft)
    if memory is None:
        return ""
    return f"{memory.id} says it in other words ({Lineage(graph).state(memory)})"


def _decisions(
    entries: Iterable[PlanEntry], drafts: Mapping[PlanEntry, str]
) -> Iterator[tuple[str, str]]:
    for entry in entries:
        now = value_digest(entry.rule)
        if not entry.keep:
            yield entry.found or now, ""
        elif entry in drafts and entry.found not in {"", now}:
            yield entry.found, drafts[entry]


def _table(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}
