"""The notes that a memory was made of: once it is ratified, they have said what they had to say."""

import json
from typing import Final

from fabric.models.digests import value_digest
from fabric.models.memory import Memory
from fabric.models.note import note_of_evidence, one_sentence, row_key
from fabric.models.query import JournalQuery
from fabric.services.context import Context

PROMOTED: Final = "promoted"
"""Payload key: row of the note → its text when a draft was made of it."""


def notes_that_go(context: Context, memory: Memory) -> dict[str, str]:
    """The rows of notes (row → text) that go when a draft is ratified.

    A note goes while it says what the memory says, or still what it said when it was promoted. One
    that was changed since has something of its own to say, and stays.
    """
    rows = {row_key(key) for each in memory.evidence if (key := note_of_evidence(each))}
    there = {row: text for row in rows if (text := context.store.config(row).get(row)) is not None}
    if not there:
        return {}
    said = {memory.rule_digest, memory.statement_digest}
    before = _when_promoted(context, memory)
    return {
        row: text
        for row, text in sorted(there.items())
        if value_digest(one_sentence(text)) in said or before.get(row) == text
    }


def _when_promoted(context: Context, memory: Memory) -> dict[str, str]:
    """What the notes said when drafts were made of them, as far as the journal knows."""
    found: dict[str, str] = {}
    for payload in context.store.journal_payloads(JournalQuery(memory.id, "promote")).values():
        read = json.loads(payload) if payload else None
        promoted = read.get(PROMOTED) if isinstance(read, dict) else None
        if isinstance(promoted, dict):
            found |= {str(row): str(text) for row, text in promoted.items()}
    return found
