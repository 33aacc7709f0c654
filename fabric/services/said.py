"""What the memories of a graph say, by value: for doors through which many rules come at once."""

from collections import defaultdict
from typing import Final

from fabric.errors import DuplicateMemory
from fabric.graph.bead_graph import BeadGraph
from fabric.graph.lineage import Lineage
from fabric.models.answers import NearMemory
from fabric.models.digests import value_digest
from fabric.models.frozen import dataclass
from fabric.models.memory import Memory, text_of
from fabric.rules_files.similar import KnownRules, Likeness
from fabric.services.writing import refuse_repetition, rejected_values

_MOST_NEAR: Final = 3
_BY_WEIGHT: Final = ("canonical", "draft", "rejected", "superseded", "retired")


@dataclass(frozen=True, slots=True)
class Saying:
    """A memory that says, said or rejected a rule, and that in words."""

    memory: str
    state: str
    reason: str


class Said:
    """What the memories of one graph say."""

    def __init__(self, graph: BeadGraph) -> None:
        self._graph = graph
        self._lineage = Lineage(graph)
        self._by_digest: dict[str, list[Memory]] = defaultdict(list)
        standing = []
        for memory in graph.memories.values():
            state = self._lineage.state(memory)
            rejected = rejected_values(memory) if state == "rejected" else {memory.rule_digest}
            for digest in rejected:
                self._by_digest[digest].append(memory)
            if state in {"canonical", "draft"}:
                standing.append(memory)
        self._standing = KnownRules((memory.id, memory.rule) for memory in standing)

    def of(self, rule: str) -> Saying | None:
        """Who says this rule, in whatever domain; what binds counts before what ended."""
        found = [(self._lineage.state(m), m) for m in self._by_digest.get(value_digest(rule), ())]
        if not found:
            return None
        state, memory = min(found, key=lambda each: (_BY_WEIGHT.index(each[0]), each[1].id))
        return Saying(memory.id, state, self._reason(memory, state))

    def near(self, rule: str) -> list[NearMemory]:
        """The nearest three drafts and canonical memories that say something close."""
        return [self._near(each) for each in self._standing.near(rule, most=_MOST_NEAR)]

    def refuse_repetition(self, memory: Memory) -> None:
        """Raise DuplicateMemory where `propose` would."""
        if memory.rule_digest in self._by_digest:
            refuse_repetition(self._graph, memory)

    def _near(self, likeness: Likeness) -> NearMemory:
        memory = self._graph.memories[likeness.key]
        reason = "the same rule" if likeness.same else "many of the same words"
        if likeness.opposed:
            reason = "many of the same words, but one forbids what the other asks for"
        return NearMemory(
            id=memory.id,
            state=self._lineage.state(memory),
            statement=memory.statement,
            reason=reason,
        )

    def _reason(self, memory: Memory, state: str) -> str:
        because = text_of(memory.fabric.get("reason"))
        why = f" ({because})" if because else ""
        if state == "superseded":
            return f"{memory.id} said it and was replaced by {self._lineage.head(memory.id)}"
        if state == "retired":
            return f"{memory.id} said it and was retired{why}"
        if state == "rejected":
            return f"{memory.id} rejected it{why}"
        return f"{memory.id} says it already ({state})"


class Batch:
    """Drafts that are made together: none may repeat another, nor what the graph says."""

    def __init__(self, said: Said) -> None:
        self._said = said
        self._sources: dict[tuple[str, str], str] = {}

    def take(self, memory: Memory, source: str) -> None:
        """Remember a draft and where it comes from. Raises DuplicateMemory."""
        self._said.refuse_repetition(memory)
        value = (memory.domain, memory.rule_digest)
        if value in self._sources:
            raise DuplicateMemory(f"{self._sources[value]} says the same.", "Keep one of them.")
        self._sources[value] = source
