"""Who was a reviewer when: settings that somebody loosened for themselves make nobody one."""

import json
from typing import Final

from fabric.models.frozen import dataclass
from fabric.models.journal_entry import JournalEntry
from fabric.models.query import HoldsJournal, JournalQuery

GOVERNANCE_VERB: Final = "governance"
"""The verb of the entries that record the governance settings."""


@dataclass(frozen=True, slots=True)
class ReviewersThen:
    """The reviewers that a reviewer of the time left, by when; nothing where none are recorded.

    `by_reviewer` says whether it was a reviewer who recorded the settings that were seen last.
    """

    standing: tuple[tuple[str, frozenset[str]], ...] = ()
    by_reviewer: bool = False

    def vouch_for(self, entry: JournalEntry) -> bool:
        """Whether who acted was a reviewer then, or a reviewer let them be one afterwards.

        Where the journal holds no settings from before the entry, it cannot say no.
        """
        since = [index for index, (at, _) in enumerate(self.standing) if at <= entry.at]
        if not since:
            return True
        return any(entry.actor in names for _, names in self.standing[since[-1] :])


def reviewers_then(store: HoldsJournal) -> ReviewersThen:
    """Walk the recorded settings: each change counts that a reviewer of the time stood behind."""
    query = JournalQuery(verb=GOVERNANCE_VERB)
    entries = store.journal(query)
    payloads = store.journal_payloads(query) if entries else {}
    standing: list[tuple[str, frozenset[str]]] = []
    by_reviewer = False
    for entry in entries:
        names = _reviewers(payloads.get((entry.writer, entry.sequence)))
        if names is None:
            continue
        known = standing[-1][1] if standing else names
        by_reviewer = entry.actor_kind == "person" and entry.actor in known
        if by_reviewer or not standing:
            standing.append((entry.at, names))
    return ReviewersThen(tuple(standing), by_reviewer)


def _reviewers(payload: str | None) -> frozenset[str] | None:
    governance = json.loads(payload).get(GOVERNANCE_VERB) if payload else None
    names = governance.get("reviewers") if isinstance(governance, dict) else None
    return frozenset(str(name) for name in names) if isinstance(names, list) else None
