"""The metadata of a memory says its version, strength, domain and date, as its labels do."""

from collections.abc import Iterator

from fabric.models.document import BadDocument
from fabric.models.document_reading import read_document
from fabric.models.fabric_object import fabric_object
from fabric.models.finding import Finding
from fabric.models.instants import is_instant
from fabric.models.memory import Memory, text_of
from fabric.models.memory_metadata import FabricMetadata
from fabric.models.words import FABRIC_KEY, HARD, SOFT
from fabric.rules.asked import Asked
from fabric.rules.rule import Rule

RULE = Rule(
    slug="memory-metadata",
    severity="error",
    scope="everything",
    summary="A memory's metadata lacks a key, cannot be read, or contradicts the labels.",
    help="Write it with `bd update ID --metadata @FILE`; `fabric propose` always does.",
)

_KEYS = ("memory_version", "memory_strength", "domain", "effective_date")


def check(asked: Asked) -> Iterator[Finding]:
    """Ask drafts and canonical memories for the keys of the data contract; of drafts as a note."""
    for memory in asked.standing:
        is_draft = asked.states[memory.id] == "draft"
        for problem, missing in _problems(memory):
            yield RULE.finding(
                memory.id, problem, missing=missing, severity="note" if is_draft else "error"
            )


def _problems(memory: Memory) -> Iterator[tuple[str, str]]:
    if not any(key in memory.bead.metadata for key in _KEYS):
        yield f"It has no metadata: {', '.join(_KEYS)} are missing.", "metadata"
    else:
        yield from _version(memory)
        yield from _strength(memory)
        yield from _domain(memory)
        yield from _date(memory)
    yield from _ours(memory)


def _version(memory: Memory) -> Iterator[tuple[str, str]]:
    value = memory.bead.metadata.get("memory_version")
    if isinstance(value, str) and value.isdecimal():
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        yield "`memory_version` is no whole number from 1.", "memory_version"


def _strength(memory: Memory) -> Iterator[tuple[str, str]]:
    said = text_of(memory.bead.metadata.get("memory_strength")).lower()
    labelled = {word for word, label in (("hard", HARD), ("soft", SOFT)) if memory.bead.has(label)}
    if said not in {"hard", "soft"}:
        yield "`memory_strength` is neither hard nor soft.", "memory_strength"
    elif labelled and said not in labelled:
        yield f"`memory_strength` says {said}, and the label another.", "memory_strength"


def _domain(memory: Memory) -> Iterator[tuple[str, str]]:
    said = text_of(memory.bead.metadata.get("domain"))
    if not said:
        yield "`domain` names no domain.", "domain"
    elif not memory.bead.has(said):
        yield f"`domain` says {said}, and no label does.", "domain"


def _date(memory: Memory) -> Iterator[tuple[str, str]]:
    if not is_instant(memory.effective_date):
        yield "`effective_date` is no date and no RFC 3339 time.", "effective_date"


def _ours(memory: Memory) -> Iterator[tuple[str, str]]:
    value = memory.bead.metadata.get(FABRIC_KEY)
    if value is None or value in ("", "null"):
        return
    read = fabric_object(memory.bead.metadata)
    if not read and value not in ({}, "{}"):
        yield f"`{FABRIC_KEY}` is no object.", FABRIC_KEY
        return
    try:
        read_document(FabricMetadata, read)
    except BadDocument as error:
        yield f"`{FABRIC_KEY}` cannot be read: {error}.", FABRIC_KEY
