"""What the journal knows of a bead's words: its entries played again until they say a digest."""

import json
from collections.abc import Callable, Iterator, Mapping

from fabric.models.application import Stamp, after_images
from fabric.models.bead import Bead
from fabric.models.bead_record import bead_from_record
from fabric.models.change_set import (
    AddLabel,
    Operation,
    RemoveLabel,
    ReplaceBead,
    SetFields,
    SetMetadata,
)
from fabric.models.domain import Domains
from fabric.models.frozen import dataclass
from fabric.models.memory import read_memory
from fabric.ports import JournalQuery, Store
from fabric.services.reviews import WORDS


@dataclass(frozen=True, slots=True)
class Remembered:
    """A bead whose words have a digest, and where they were found, in words."""

    bead: Bead
    place: str


def words_with_digest(
    store: Store, bead_id: str, digest: str, domains: Domains
) -> Remembered | None:
    """The bead as the journal last had it with that digest; None where it never did."""
    found = None
    query = JournalQuery(bead_id=bead_id)
    payloads = store.journal_payloads(query)
    image: Bead | None = None
    for entry in store.journal(query):
        payload = payloads.get((entry.writer, entry.sequence))
        if not payload:
            continue
        for operation in _operations(json.loads(payload), bead_id):
            image = _applied(image, operation, entry.at)
        if image is not None and read_memory(image, domains).digest == digest:
            found = Remembered(image, f"the journal entry {entry.writer}/{entry.sequence}")
    return found


def _applied(image: Bead | None, operation: Operation, at: str) -> Bead | None:
    if isinstance(operation, ReplaceBead):
        return operation.bead
    if image is None:  # it began elsewhere: this entry alone does not say it whole
        return None
    return after_images({image.id: image}, [operation], Stamp(at, "")).get(image.id, image)


def _operations(payload: Mapping[str, object], bead_id: str) -> Iterator[Operation]:
    """What the payload of an entry did to the words of a bead, in order."""
    words = payload.get(WORDS)
    record = words.get(bead_id) if isinstance(words, dict) else None
    if isinstance(record, dict):
        yield ReplaceBead(bead_from_record(record))
    listed = payload.get("operations")
    for each in listed if isinstance(listed, list) else ():
        reader = _READERS.get(each.get("operation")) if isinstance(each, dict) else None
        operation = reader(each) if reader else None
        if operation is not None and operation.bead_id == bead_id:
            yield operation


def _whole(record: Mapping[str, object]) -> ReplaceBead | None:
    bead = record.get("bead")
    return ReplaceBead(bead_from_record(bead)) if isinstance(bead, dict) else None


def _fields(record: Mapping[str, object]) -> SetFields | None:
    values = record.get("fields")
    return SetFields(str(record["bead_id"]), values) if isinstance(values, dict) else None


def _metadata(record: Mapping[str, object]) -> SetMetadata:
    return SetMetadata(str(record["bead_id"]), str(record["key"]), record.get("value"))


def _label(record: Mapping[str, object]) -> AddLabel | RemoveLabel:
    kind = AddLabel if record["operation"] == "add-label" else RemoveLabel
    return kind(str(record["bead_id"]), str(record["label"]))


_Known = ReplaceBead | SetFields | SetMetadata | AddLabel | RemoveLabel
_READERS: Mapping[object, Callable[[Mapping[str, object]], _Known | None]] = {
    "insert-bead": _whole,
    "replace-bead": _whole,
    "set-fields": _fields,
    "set-metadata": _metadata,
    "add-label": _label,
    "remove-label": _label,
}
