"""A Dolt commit around a transaction: one change set, one transaction, one commit."""

import re
from collections.abc import Sequence
from typing import Final

from fabric.models.journal import JournalDraft
from fabric.store.dolt.session import DoltSession
from fabric.store.statements import marks

_BEAD_TABLES: Final = ("issues", "labels", "dependencies", "comments", "child_counters")
OWN_TABLES: Final = (
    *("fabric_extra", "fabric_journal", "fabric_journal_bead", "fabric_journal_payload"),
    "fabric_schema",
)
_MOST_IDS: Final = 8


def commit(session: DoltSession, draft: JournalDraft, *, with_config: bool) -> None:
    """Stage our tables by name and commit; other people's uncommitted tables stay out.

    The commit ends the SQL transaction too. Raises what the driver raises; nothing is stored then.
    """
    staged = [*_BEAD_TABLES, *OWN_TABLES, *(("config",) if with_config else ())]
    commit_tables(session, staged, message_of(draft), author_of(draft.actor.name))


def commit_tables(session: DoltSession, tables: Sequence[str], message: str, author: str) -> None:
    """Stage some tables and commit them; where nothing changed, only the transaction ends."""
    session.run(f"CALL DOLT_ADD({marks(tables)})", tables)
    session.run("CALL DOLT_COMMIT('--skip-empty', '-m', ?, '--author', ?)", (message, author))
    session.commit()


def message_of(draft: JournalDraft) -> str:
    """What the commit says: the verb and the beads."""
    ids = draft.bead_ids[:_MOST_IDS]
    more = f" and {len(draft.bead_ids) - len(ids)} more" if len(draft.bead_ids) > len(ids) else ""
    return f"fabric: {draft.verb} {' '.join(ids)}{more}".strip()


def author_of(name: str) -> str:
    """An author as Dolt wants one: `Name <mail>`."""
    bare = re.sub(r"[<>\s]+", " ", name).strip() or "unknown"
    mail = bare if "@" in bare and " " not in bare else "unknown@localhost"
    return f"{bare} <{mail}>"
