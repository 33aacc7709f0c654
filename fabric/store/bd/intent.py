"""What we are about to write, noted beside the workspace until the journal has it.

bd takes several commands for a change set, and the journal entry comes after the last one. Should
we die in between, the next writer finds this note, writes the rest and records it.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from fabric.errors import StoreReadOnly
from fabric.models.actor import Actor
from fabric.models.bead import Bead
from fabric.models.bead_record import bead_from_record, bead_to_record
from fabric.models.document import plain
from fabric.models.document_reading import read_document
from fabric.models.frozen import dataclass, field, replace
from fabric.models.journal import JournalDraft
from fabric.store.bd.local_folder import sweep, write_whole

INTERRUPTED: Final = "interrupted"
"""The verb of the entry for a change set of which only a part was written."""

_FILE: Final = "intent.json"
Config = Mapping[str, str | None]


@dataclass(frozen=True, slots=True)
class Intent:
    """A change set: its draft, and what shall be there.

    `before` and `after` are the touched beads; `comments` says how many each will have at least;
    `config` the rows (None: gone) and `config_before` what they were. `order` has the touched beads
    in the order in which they are closed or named. `relies_on` has the versions of the others that
    the decision looked at. With `came_whole` beads were to be replaced: only the verb knows them.
    """

    draft: JournalDraft
    before: Mapping[str, Bead] = field(default_factory=dict)
    after: Mapping[str, Bead] = field(default_factory=dict)
    comments: Mapping[str, int] = field(default_factory=dict)
    config: Config = field(default_factory=dict)
    config_before: Config = field(default_factory=dict)
    order: tuple[str, ...] = ()
    relies_on: Mapping[str, str] = field(default_factory=dict)
    came_whole: bool = False

    def interrupted(self, problems: list[tuple[str, str]]) -> JournalDraft:
        """The journal entry for a part of it: what was meant, and what of it is not there."""
        payload = {
            "verb": self.draft.verb,
            "operations": self.draft.payload.get("operations", []),
            "missing": [f"{bead_id}: {problem}" for bead_id, problem in problems],
        }
        reason = f"{self.draft.verb} was interrupted; a part of it was written"
        return replace(self.draft, verb=INTERRUPTED, reason=reason, payload=payload)


def note_intent(folder: Path, intent: Intent) -> None:
    """Write it down, durably. Raises StoreReadOnly."""
    draft = intent.draft
    record = {
        "at": draft.at,
        "actor": plain(draft.actor),
        "door": draft.door,
        "verb": draft.verb,
        "bead_ids": list(draft.bead_ids),
        "reason": draft.reason,
        "payload": dict(draft.payload),
        "before": [bead_to_record(bead) for bead in intent.before.values()],
        "after": [bead_to_record(bead) for bead in intent.after.values()],
        "comments": dict(intent.comments),
        "config": dict(intent.config),
        "config_before": dict(intent.config_before),
        "order": list(intent.order),
        "relies_on": dict(intent.relies_on),
        "came_whole": intent.came_whole,
    }
    try:
        write_whole(folder / _FILE, json.dumps(record).encode(), durable=True)
    except OSError as error:
        raise StoreReadOnly(
            f"{folder} cannot be written to: {error}.",
            "Make room, or give yourself the right; nothing was written.",
        ) from error


def read_intent(folder: Path) -> Intent | None:
    """What somebody was about to write and did not finish; None where nothing is noted."""
    try:
        record = json.loads((folder / _FILE).read_bytes())
        draft = JournalDraft(
            at=record["at"],
            actor=read_document(Actor, record["actor"]),
            door=record["door"],
            verb=record["verb"],
            bead_ids=tuple(record["bead_ids"]),
            reason=record["reason"],
            payload=record["payload"],
        )
        before, after = (
            {bead.id: bead for bead in map(bead_from_record, record[name])}
            for name in ("before", "after")
        )
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError):
        return None  # it was never whole: `write_whole` had not put it in place
    return Intent(
        draft,
        before,
        after,
        record["comments"],
        record["config"],
        record.get("config_before", {}),
        tuple(record.get("order", ())),
        record.get("relies_on", {}),
        record.get("came_whole", True),  # noted by a version that knew no way to go on
    )


def is_intent_noted(folder: Path) -> bool:
    """Whether somebody is writing at this moment, or did not finish."""
    return (folder / _FILE).exists()


def sweep_intents(folder: Path) -> None:
    """Remove what was never a whole note; for who holds the turn."""
    sweep(folder, f"{_FILE}.")


def drop_intent(folder: Path) -> None:
    """Forget it: the journal has it, or nothing of it was written."""
    (folder / _FILE).unlink(missing_ok=True)
