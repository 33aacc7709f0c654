"""An entry of the journal as it is kept."""

from fabric.models.frozen import dataclass


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One link of a writer's chain; `hash` covers all other fields, the payload only by its hash."""

    writer: str
    sequence: int
    previous_hash: str
    at: str
    actor: str
    actor_kind: str
    door: str
    verb: str
    bead_ids: tuple[str, ...]
    reason: str
    payload_hash: str
    hash: str = ""
