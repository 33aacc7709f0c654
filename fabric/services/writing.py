"""Writing a memory: the strict shape of the data contract, and the refusal of what was said before."""

from collections.abc import Iterable, Mapping
from typing import Final

from fabric.errors import DuplicateMemory, InvalidMemory
from fabric.graph.bead_graph import BeadGraph
from fabric.graph.lineage import Lineage
from fabric.models.actor import Actor
from fabric.models.answers import NearMemory
from fabric.models.bead import Bead
from fabric.models.canonical_json import sha256_of
from fabric.models.digests import value_digest
from fabric.models.document import BadDocument, plain
from fabric.models.document_reading import read_document
from fabric.models.domain import Domain
from fabric.models.frozen import dataclass, field, replace
from fabric.models.instants import is_instant
from fabric.models.memory import Memory
from fabric.models.memory_metadata import MemoryMetadata, write_fabric
from fabric.models.memory_text import (
    ALTERNATIVES,
    SECTIONS,
    TEXT_BYTES,
    Acceptance,
    is_check,
    read_command,
    read_sections,
    text_bytes,
    write_acceptance,
    write_description,
    write_title,
)
from fabric.models.words import DECISION, DRAFT, HARD, MEMORY, SOFT
from fabric.services.shell_free import check_command

_BASE36: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_ID_LENGTH: Final = 8


@dataclass(frozen=True, slots=True)
class Wording:
    """What a person says of a memory, before it takes the shape of a bead."""

    strength: str
    rule: str
    title: str = ""
    sections: Mapping[str, str] = field(default_factory=dict)
    checks: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    owner: str = ""
    effective: str = ""
    applies_to: Mapping[str, list[str]] = field(default_factory=dict)
    evidence: tuple[str, ...] = ()
    review_by: str = ""


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a draft comes from: who, when (a date), what it will replace or appeals."""

    by: Actor
    today: str
    replaces: str = ""
    appeals: str = ""
    version: int = 1


def draft_bead(bead_id: str, domain: Domain, wording: Wording, provenance: Provenance) -> Bead:
    """A draft as it is written. Raises InvalidMemory, naming what is wrong."""
    rule = " ".join(wording.rule.split())
    _check_wording(wording, rule)
    acceptance = Acceptance(
        wording.checks, tuple(read_command(command) for command in wording.commands)
    )
    bead = Bead(
        id=bead_id,
        title=write_title(domain.short_name, wording.strength, wording.title or rule),
        description=write_description({**wording.sections, "Rule": rule}),
        acceptance_criteria=write_acceptance(acceptance),
        issue_type=DECISION,
        pinned=True,
        labels=tuple(
            sorted((MEMORY, DRAFT, domain.label, HARD if wording.strength == "hard" else SOFT))
        ),
        metadata=_metadata(domain, wording, provenance),
    )
    size = text_bytes(bead.description, bead.acceptance_criteria, bead.notes)
    if size > TEXT_BYTES:
        raise InvalidMemory(
            f"The texts take {size} bytes; at most {TEXT_BYTES} fit.", "Shorten the memory."
        )
    return bead


def prefilled(wording: Wording, old: Memory | None) -> Wording:
    """What the new words leave open, from the memory that they replace."""
    if old is None:
        return wording
    sections = {**old.sections, **wording.sections}
    sections.pop("Rule", None)
    kept_scope = {key: list(old.applies_values(key)) for key in ("paths", "labels", "issue_types")}
    return replace(
        wording,
        strength=wording.strength or old.strength,
        rule=wording.rule or old.rule,
        title=wording.title or ("" if wording.rule else old.statement),
        sections=sections,
        checks=wording.checks or old.acceptance.checks,
        commands=wording.commands or tuple(each.line() for each in old.acceptance.commands),
        owner=wording.owner or old.owner,
        applies_to=wording.applies_to if any(wording.applies_to.values()) else kept_scope,
        evidence=wording.evidence or old.evidence,
    )


def _check_wording(wording: Wording, rule: str) -> None:
    if not rule:
        raise InvalidMemory("The memory has no rule.", "Say it in one sentence with --rule.")
    if wording.strength not in {"hard", "soft"}:
        given = f"There is no strength {wording.strength!r}."
        raise InvalidMemory(
            given if wording.strength else "No strength was given.", "Say --strength hard or soft."
        )
    for check in wording.checks:
        if not is_check(check):
            raise InvalidMemory(
                f"The check {check!r} has another form.", "Say: Given …, when …, then …."
            )
    for command in wording.commands:
        check_command(command)
    if wording.review_by and not is_instant(wording.review_by):
        raise InvalidMemory(
            f"The review date {wording.review_by!r} is no date.", "Give one like 2027-03-02."
        )
    _check_sections(wording.sections)


def _check_sections(sections: Mapping[str, str]) -> None:
    for name, text in sections.items():
        if name not in (*SECTIONS, ALTERNATIVES):
            raise InvalidMemory(f"There is no section {name!r}.", f"Known: {', '.join(SECTIONS)}.")
        inner = read_sections(text)
        if inner:
            raise InvalidMemory(
                f"A line of {name} begins like the section {next(iter(inner))}.",
                "Word that line differently, so that it can be read back.",
            )


def _metadata(domain: Domain, wording: Wording, provenance: Provenance) -> dict[str, object]:
    ours: dict[str, object] = {
        "proposed_by": plain(provenance.by),
        "replaces": provenance.replaces or None,
        "appeals": provenance.appeals or None,
        "evidence": list(wording.evidence) or None,
        "applies_to": {key: value for key, value in wording.applies_to.items() if value} or None,
        "review_by": wording.review_by or None,
    }
    values: dict[str, object] = {
        "memory_version": provenance.version,
        "memory_strength": wording.strength,
        "domain": domain.label,
        "effective_date": wording.effective or provenance.today,
        "owner": wording.owner or "team",
        "supersedes": None,
        "superseded_by": None,
    }
    try:
        read_document(MemoryMetadata, values)
    except BadDocument as error:
        raise InvalidMemory(f"{error}.", "Correct that value.") from error
    values["fabric"] = write_fabric({k: v for k, v in ours.items() if v is not None})
    return values


def memory_id(prefix: str, domain: str, rule: str, taken: Iterable[str]) -> str:
    """The id of a memory, from its rule: two who propose the same at once meet on it."""
    used = set(taken)
    number = 0
    while True:
        digest = sha256_of(f"{domain}\n{value_digest(rule)}\n{number}").removeprefix("sha256:")
        rest, letters = int(digest, 16), ""
        for _ in range(_ID_LENGTH):
            rest, digit = divmod(rest, 36)
            letters += _BASE36[digit]
        found = f"{prefix}-{letters}"
        if found not in used:
            return found
        number += 1


def refuse_repetition(
    graph: BeadGraph, memory: Memory, ignoring: frozenset[str] = frozenset()
) -> None:
    """Raise DuplicateMemory where the rule is already said in its domain, or was rejected.

    `ignoring` names memories that it may repeat: what it replaces, the rejection that it appeals.
    """
    lineage = Lineage(graph)
    digest = memory.rule_digest
    for other in graph.memories.values():
        if other.id == memory.id or other.id in ignoring:
            continue
        state = lineage.state(other)
        if state == "rejected" and digest in rejected_values(other):
            raise DuplicateMemory(
                f"This was rejected: {other.id}{_because(other)}.",
                f"Read it with `fabric show {other.id}`; "
                f"`--appeal REASON` with `--replaces {other.id}` asks again.",
            )
        same = other.domain == memory.domain and other.rule_digest == digest
        if same and state in {"canonical", "draft"}:
            raise DuplicateMemory(
                f"{other.id} already says this ({state}): {other.statement.rstrip('.')}.",
                _way_out(other.id, state),
            )


def _way_out(bead_id: str, state: str) -> str:
    if state == "draft":
        return (
            f"See `fabric show {bead_id}`; a reviewer ratifies or rejects that one, and who proposed "
            f"it may withdraw it with `fabric retire {bead_id} --reason …`."
        )
    return f"See `fabric show {bead_id}`; `--replaces {bead_id}` proposes a successor."


def rejected_values(memory: Memory) -> set[str]:
    """The value digests that a rejection refuses."""
    recorded = memory.fabric.get("value_digests")
    values = {str(each) for each in recorded} if isinstance(recorded, list) else set()
    return values or {memory.rule_digest}


def near_memories(graph: BeadGraph, memory: Memory) -> list[NearMemory]:
    """Memories, rejected ones too, whose statement, rule or words are about the same, by id."""
    lineage = Lineage(graph)
    found = []
    for other in graph.memories.values():
        state = lineage.state(other)
        if other.id == memory.id or state not in {"canonical", "draft", "rejected"}:
            continue
        reason = _nearness(memory, other)
        if reason:
            found.append(
                NearMemory(id=other.id, state=state, statement=other.statement, reason=reason)
            )
    return found


def _nearness(memory: Memory, other: Memory) -> str:
    if other.statement_digest == memory.statement_digest:
        return "the same statement"
    if other.rule_digest == memory.rule_digest:
        return f"the same rule in {other.domain or 'another domain'}"
    mine, theirs = _words(memory), _words(other)
    both, either = len(mine & theirs), len(mine | theirs)
    if either and both / either >= 0.6:
        return "many of the same words"
    return ""


def _words(memory: Memory) -> set[str]:
    return {word.strip(".,;:!?()\"'").casefold() for word in memory.rule.split()} - {""}


def _because(memory: Memory) -> str:
    reason = memory.fabric.get("reason")
    return f" ({reason})" if isinstance(reason, str) and reason else ""
