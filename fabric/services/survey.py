"""Rules on their way in: found in files or notes, held against what the memories already say."""

from collections.abc import Iterable, Iterator
from typing import Final

from fabric.graph.bead_graph import BeadGraph
from fabric.models.answers import NearMemory
from fabric.models.answers_migrate import FoundRule, KnownRule, LeftOutSource, MigrateAnswer
from fabric.models.digests import value_digest
from fabric.models.domain import Domains
from fabric.models.frozen import dataclass, replace
from fabric.models.note import NOTE_SOURCE, Note, excerpt, read_notes, unreachable_notes
from fabric.models.words import NOTE_PREFIX
from fabric.rules_files.candidate import RuleCandidate
from fabric.rules_files.domains import guess_domain
from fabric.rules_files.imperatives import language_of
from fabric.rules_files.obligations import obligations
from fabric.rules_files.plan_file import PlanEntry, plan_entry, write_entries
from fabric.rules_files.read import RulesFiles
from fabric.rules_files.similar import unrepeated
from fabric.rules_files.split import find_rules
from fabric.rules_files.statement import statement_of
from fabric.services.context import Context
from fabric.services.decided import decided_before, why_not_again
from fabric.services.reading import all_memories
from fabric.services.said import Said, Saying

NOTES: Final = "notes"
"""What an answer calls the notes as a source."""

_WHOLE: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Survey:
    """What was found: the entries that no memory says yet, and the answer that tells all of it."""

    entries: tuple[PlanEntry, ...]
    answer: MigrateAnswer

    @property
    def plan_text(self) -> str:
        """The plan that a person edits, what is close to each entry said in it."""
        near = [each.near for each in self.answer.found]
        told = (
            replace(entry, why=(*entry.why, *map(near_words, close)))
            for entry, close in zip(self.entries, near, strict=True)
        )
        return write_entries(told, self.answer.sources)


def source_of(evidence: str) -> str:
    """The file that evidence names, or `notes`."""
    if evidence.startswith(NOTE_SOURCE):
        return NOTES
    return evidence.rpartition(":")[0] or evidence


def near_words(near: NearMemory) -> str:
    """A memory that is close, in words."""
    return f"close to {near.id} ({near.state}; {near.reason}): {near.statement}"


def survey_files(context: Context, files: RulesFiles, domain: str = "") -> Survey:
    """The rules of some files; with `domain`, all of them go there. Raises WrongUse."""
    graph = _graph(context)
    read = [
        each for file in files.files for each in find_rules(file.text, file.source, graph.domains)
    ]
    candidates, repeated = unrepeated(read)
    scopes = _scopes(candidates, repeated)
    entries = [
        (replace(plan_entry(each), paths=scopes[each]), each.domain_reason) for each in candidates
    ]
    said_again = [
        KnownRule(
            evidence=f"{again.file}:{again.line}",
            statement=again.statement,
            reason=f"{first.file}:{first.line} says it too",
        )
        for again, first in repeated
    ]
    left_out = [LeftOutSource(source=each.source, reason=each.reason) for each in files.left_out]
    left_out += [
        LeftOutSource(source=name, reason=f"{file.source} imports it; name it to have it read")
        for file in files.files
        for name in file.imports
    ]
    sources = [file.source for file in files.files]
    placed = _placed(entries, graph.domains, domain)
    return _survey(_Known(context, graph), placed, sources, said_again, left_out)


def survey_notes(context: Context, domain: str = "") -> Survey:
    """The notes of the quick plane as rules; with `domain`, all of them go there. Raises WrongUse."""
    graph = _graph(context)
    rows = context.store.config(NOTE_PREFIX)
    entries = [_note_entry(note, graph.domains) for note in read_notes(rows)]
    left_out = [
        LeftOutSource(source=each.row_key, reason=each.reason) for each in unreachable_notes(rows)
    ]
    placed = _placed(entries, graph.domains, domain)
    return _survey(_Known(context, graph), placed, [NOTES], [], left_out)


def _graph(context: Context) -> BeadGraph:
    return all_memories(context.store, context.settings).graph()


def _scopes(
    candidates: Iterable[RuleCandidate], repeated: Iterable[tuple[RuleCandidate, RuleCandidate]]
) -> dict[RuleCandidate, tuple[str, ...]]:
    """The paths of each rule: where several files say it, of all of them together."""
    scopes = {each: each.paths for each in candidates}
    for again, first in repeated:
        both = {*scopes[first], *again.paths}
        scopes[first] = tuple(sorted(both)) if scopes[first] and again.paths else ()
    return scopes


def _note_entry(note: Note, domains: Domains) -> tuple[PlanEntry, str]:
    rule = excerpt(note.text, _WHOLE).text
    said = obligations(rule, language_of(rule))
    domain, reason = guess_domain(rule, (), domains)
    entry = PlanEntry(
        keep=True,
        strength="hard" if said.hard else "soft",
        domain=domain,
        statement=statement_of(rule),
        rule=rule,
        evidence=f"{NOTE_SOURCE}{note.key}",
        why=tuple(f"says “{word}”" for word in said.words) or ("says nothing that obliges",),
        found=value_digest(rule),
    )
    return entry, reason


def _placed(
    entries: Iterable[tuple[PlanEntry, str]], domains: Domains, domain: str
) -> Iterator[PlanEntry]:
    """Entries with a domain, guessed or given, and the reason for it."""
    given = domains.named(domain).short_name if domain else ""
    for entry, guess in entries:
        name = given or entry.domain
        reason = "as --domain says" if given else guess
        yield replace(entry, domain=name, why=(*entry.why, f"{name or 'no domain'}: {reason}"))


class _Known:
    """What is known of rules already: by the memories, by what notes they were made of, by plans."""

    def __init__(self, context: Context, graph: BeadGraph) -> None:
        self.said = Said(graph)
        self._graph = graph
        self._made = _made_of_notes(graph)
        self._decided = decided_before(context)

    def of(self, entry: PlanEntry) -> KnownRule | None:
        """Who knows a rule, and how; None for one that is new."""
        saying = self.said.of(entry.rule) or self._made.get(entry.evidence)
        if saying is not None:
            return _known(entry, saying.memory, saying.reason)
        decision = self._decided.get(entry.found)
        why = why_not_again(decision, self._graph) if decision is not None else ""
        return _known(entry, decision.draft or None, why) if decision and why else None


def _survey(
    known: _Known,
    entries: Iterable[PlanEntry],
    sources: list[str],
    said_again: list[KnownRule],
    left_out: list[LeftOutSource],
) -> Survey:
    """What is new among the entries."""
    fresh = []
    for entry in entries:
        told = known.of(entry)
        if told is None:
            fresh.append(entry)
        else:
            said_again.append(told)
    found = [_found(entry, known.said) for entry in fresh]
    answer = MigrateAnswer(sources=sources, found=found, known=said_again, left_out=left_out)
    return Survey(tuple(fresh), answer)


def _made_of_notes(graph: BeadGraph) -> dict[str, Saying]:
    """The memories that were made of notes: their words may have been mended on the way."""
    return {
        source: Saying(memory.id, memory.state, f"{memory.id} was made of it ({memory.state})")
        for memory in graph.memories.values()
        for source in memory.evidence
        if source.startswith(NOTE_SOURCE)
    }


def _known(entry: PlanEntry, memory: str | None, reason: str) -> KnownRule:
    return KnownRule(
        evidence=entry.evidence, statement=entry.statement, memory=memory, reason=reason
    )


def _found(entry: PlanEntry, said: Said) -> FoundRule:
    return FoundRule(
        strength=entry.strength,
        domain=entry.domain,
        statement=entry.statement,
        rule=entry.rule,
        evidence=entry.evidence,
        why=list(entry.why),
        paths=list(entry.paths),
        near=said.near(entry.rule),
    )
