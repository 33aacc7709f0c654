"""A bead whose texts are replaced by their digests, and what the journal must not lose with them."""

import json
import re
from collections.abc import Mapping
from typing import Final

from fabric.models.bead import Bead
from fabric.models.bead_record import bead_to_record
from fabric.models.canonical_json import sha256_of
from fabric.models.frozen import dataclass, field, replace
from fabric.models.memory import Memory
from fabric.models.memory_metadata import updated_fabric
from fabric.models.memory_text import read_title
from fabric.models.words import FABRIC_KEY, RATIFIED_REASON
from fabric.ports import JournalQuery, Store
from fabric.services.reviews import RATIFIED, WORDS, reviews_of

_ERASED: Final = re.compile(r"Erased \(sha256:[0-9a-f]{64}\)")
ERASE_VERB: Final = "erase"


def erased_text(text: str) -> str:
    """What stands in the place of a text; an empty or an erased one stays."""
    return text if not text or _ERASED.fullmatch(text) else f"Erased ({sha256_of(text)})"


def is_erased(bead: Bead) -> bool:
    """Whether the words of a bead are gone."""
    return _ERASED.fullmatch(bead.description) is not None


def erased_bead(bead: Bead, original: Bead, reason: str, now: str) -> Bead:
    """A bead as it is once it ended, without the words that it had before: texts and comments."""
    note = f"Erased on {now[:10]}: {reason}"
    notes = erased_text(original.notes)
    ours = original.close_reason in {"", RATIFIED_REASON}
    return replace(
        bead,
        title=_erased_title(original.title),
        description=erased_text(original.description) or erased_text("nothing"),
        design=erased_text(original.design),
        acceptance_criteria=erased_text(original.acceptance_criteria),
        notes=f"{notes}\n{note}" if notes else note,
        close_reason=bead.close_reason if ours else erased_text(original.close_reason),
        comments=tuple(replace(c, text=erased_text(c.text)) for c in original.comments),
        metadata={
            **bead.metadata,
            FABRIC_KEY: updated_fabric(bead.metadata, digest=None, reason=reason),
        },
        updated_at=now,
    )


def _erased_title(title: str) -> str:
    read = read_title(title)
    if read is None:
        return erased_text(title)
    statement = erased_text(read.statement)
    return f"[MEMORY][{read.domain.upper()}][{read.strength.upper()}] {statement}"


@dataclass(frozen=True, slots=True)
class Kept:
    """What blanked payloads said of other memories: reviews, and words that stand nowhere else."""

    reviews: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, object] = field(default_factory=dict)

    @property
    def payload(self) -> dict[str, object]:
        """As a journal payload."""
        return {RATIFIED: dict(self.reviews), WORDS: dict(self.words)}


def has_words_of(store: Store, bead_id: str) -> bool:
    """Whether a payload that names a bead is left, but those that an erasure wrote itself."""
    query = JournalQuery(bead_id=bead_id)
    payloads = store.journal_payloads(query)
    return any(
        payloads.get((entry.writer, entry.sequence)) is not None
        for entry in store.journal(query)
        if entry.verb != ERASE_VERB
    )


def kept_of_others(store: Store, bead_id: str, memories: Mapping[str, Memory]) -> Kept:
    """What must be written down again before the payloads that name a bead are blanked."""
    query = JournalQuery(bead_id=bead_id)
    payloads = store.journal_payloads(query)
    named: set[str] = set()
    for entry in store.journal(query):
        payload = payloads.get((entry.writer, entry.sequence))
        if payload:
            named |= {*entry.bead_ids, *_reviewed_in(payload)}
    others = sorted((named & memories.keys()) - {bead_id})
    reviews = reviews_of(store, others)
    whole = [each for each in others if reviews.get(each) == memories[each].digest]
    return Kept(reviews, {each: _record(memories[each].bead) for each in whole})


def _reviewed_in(payload: str) -> set[str]:
    read = json.loads(payload)
    known = read.get(RATIFIED) if isinstance(read, dict) else None
    return set(known) if isinstance(known, dict) else set()


def _record(bead: Bead) -> dict[str, object]:
    record = bead_to_record(bead)
    record.pop("comments", None)
    return record
