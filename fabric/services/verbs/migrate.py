"""`fabric migrate rules|notes`: what a plan keeps becomes drafts, all that can in one change set."""

from collections.abc import Iterable

from fabric.errors import DuplicateMemory, InvalidMemory, SecretFound, WrongUse
from fabric.models.answers_migrate import MigrateAnswer, NotTakenRule, ProposedRule
from fabric.models.bead import Bead
from fabric.models.change_set import InsertBead
from fabric.models.domain import Domain, Domains
from fabric.models.frozen import dataclass
from fabric.models.memory import Memory, read_memory
from fabric.rules_files.plan_file import PlanEntry
from fabric.services.context import Context
from fabric.services.decided import DECIDED, decided_before, to_decide
from fabric.services.gateway import Decision, Outcome, carry_out, note_down, refuse_secrets
from fabric.services.prefix import id_prefix
from fabric.services.reading import all_memories
from fabric.services.said import Batch, Said
from fabric.services.survey import source_of
from fabric.services.writing import Provenance, Wording, draft_bead, memory_id

_NAMED = 5
_SECTIONS = ("Scope", "Out of Scope", "Rationale", "Failure Mode")


@dataclass(frozen=True, slots=True)
class MigrateRequest:
    """Entries of a plan; `domain` is for those that name none; `before` tells what was surveyed."""

    entries: tuple[PlanEntry, ...]
    domain: str = ""
    before: MigrateAnswer | None = None


def migrate(context: Context, request: MigrateRequest) -> Outcome[MigrateAnswer]:
    """Propose what is kept; never ratify. Raises WrongUse where an entry names no known domain.

    What was dropped or taken in other words is remembered: it is not proposed again.
    """
    outcome = carry_out(context, lambda: _decide(context, request))
    if outcome.change_set.is_empty and not context.dry_run:
        decision = _decide(context, request)
        if decision.journal:
            note_down(context, decision)
    return outcome


def _decide(context: Context, request: MigrateRequest) -> Decision[MigrateAnswer]:
    part = all_memories(context.store, context.settings)
    graph = part.graph()
    kept = [entry for entry in request.entries if entry.keep]
    domains = _domains(kept, request.domain, graph.domains)
    said = Said(graph)
    prefix = id_prefix(context)
    values = [(domain.label, entry.rule) for entry, domain in zip(kept, domains, strict=True)]
    taken = _taken(context, prefix, values, {bead.id for bead in part.beads})
    drafts = _Drafts(context, graph.domains, Batch(said), prefix, taken)
    proposed: list[ProposedRule] = []
    not_taken: list[NotTakenRule] = []
    made: dict[PlanEntry, str] = {}
    for entry, domain in zip(kept, domains, strict=True):
        try:
            memory = drafts.make(entry, domain)
        except (DuplicateMemory, InvalidMemory, SecretFound) as error:
            not_taken.append(_not_taken(entry, error.what))
        else:
            proposed.append(_proposed(memory, entry, said))
            made[entry] = memory.id
    sources = _sources(request)
    before = request.before or MigrateAnswer(sources=sources)
    answer = before.but(
        found=[],
        applied=not context.dry_run,
        proposed=proposed,
        not_taken=not_taken,
        unchecked=sum(map(_is_unchecked, made)),
        dropped=len(request.entries) - len(kept),
    )
    decided = to_decide(request.entries, made, decided_before(context))
    return Decision(
        verb="migrate",
        answer=answer,
        operations=tuple(InsertBead(bead) for bead in drafts.beads),
        absent=tuple(bead.id for bead in drafts.beads),
        reason=f"Moved in from {', '.join(sources)}",
        journal={DECIDED: decided} if decided else {},
    )


def _sources(request: MigrateRequest) -> list[str]:
    """What the entries come from, as their evidence says."""
    if request.before is not None:
        return request.before.sources
    return list(dict.fromkeys(source_of(entry.evidence) for entry in request.entries))


def _domains(entries: Iterable[PlanEntry], given: str, known: Domains) -> list[Domain]:
    """The domain of each entry. Raises WrongUse, naming the known ones, where one has none."""
    default = known.named(given) if given else None
    found: list[Domain] = []
    lacking, unknown = [], []
    for entry in entries:
        domain = known.get(entry.domain) if entry.domain else default
        if domain is not None:
            found.append(domain)
        elif entry.domain:
            unknown.append(f"{entry.domain!r} ({entry.evidence})")
        else:
            lacking.append(entry.evidence)
    names = ", ".join(domain.short_name for domain in known) or "none yet (`fabric init`)"
    if unknown:
        raise WrongUse(f"There is no domain {_some(unknown)}.", f"Known: {names}.")
    if lacking:
        raise WrongUse(
            f"No domain is named for {_some(lacking)}.",
            f"Name one each in the plan, or say --domain NAME for them. Known: {names}.",
        )
    return found


def _some(names: list[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more


def _taken(
    context: Context, prefix: str, values: list[tuple[str, str]], known: set[str]
) -> set[str]:
    """Ids that new drafts may not have; also other beads (a deleted one, a task) took some."""
    taken = set(known)
    while True:
        wanted = {memory_id(prefix, label, rule, taken) for label, rule in values}
        found = context.store.beads(wanted).keys()
        if not found:
            return taken
        taken |= found


class _Drafts:
    """Makes one draft after the other, each under the checks of `propose`."""

    def __init__(
        self, context: Context, domains: Domains, batch: Batch, prefix: str, taken: set[str]
    ) -> None:
        self.beads: list[Bead] = []
        self._context = context
        self._domains = domains
        self._batch = batch
        self._prefix = prefix
        self._taken = taken
        self._provenance = Provenance(by=context.who, today=f"{context.now:%Y-%m-%d}")

    def make(self, entry: PlanEntry, domain: Domain) -> Memory:
        """Make a draft of an entry. Raises InvalidMemory, DuplicateMemory, SecretFound."""
        bead_id = memory_id(self._prefix, domain.label, entry.rule, self._taken)
        bead = draft_bead(bead_id, domain, _wording(entry), self._provenance)
        memory = read_memory(bead, self._domains)
        if not self._context.allow_secret:
            words = "\n".join((bead.title, bead.description, bead.acceptance_criteria))
            refuse_secrets(self._context, [("Its text", words)])
        self._batch.take(memory, entry.evidence)
        self._taken.add(bead_id)
        self.beads.append(bead)
        return memory


def _wording(entry: PlanEntry) -> Wording:
    texts = (entry.scope, entry.out_of_scope, entry.rationale, entry.failure_mode)
    return Wording(
        strength=entry.strength,
        rule=entry.rule,
        title=entry.statement,
        sections={name: text for name, text in zip(_SECTIONS, texts, strict=True) if text},
        checks=entry.checks,
        commands=entry.verify,
        applies_to={"paths": list(entry.paths)},
        evidence=(entry.evidence,),
    )


def _proposed(memory: Memory, entry: PlanEntry, said: Said) -> ProposedRule:
    return ProposedRule(
        id=memory.id,
        strength=memory.strength,
        domain=memory.domain,
        statement=memory.statement,
        evidence=entry.evidence,
        near=said.near(entry.rule),
    )


def _is_unchecked(entry: PlanEntry) -> bool:
    """Whether nobody could ratify it so."""
    return entry.strength == "hard" and not (entry.checks and entry.verify)


def _not_taken(entry: PlanEntry, reason: str) -> NotTakenRule:
    return NotTakenRule(evidence=entry.evidence, statement=entry.statement, reason=reason)
