"""What leans on what, in circles too: the one door to networkx, loaded by drawings only."""

from collections.abc import Iterable

import networkx

from fabric.graph.bead_graph import BeadGraph
from fabric.graph.drawing import Drawing, Link, Node
from fabric.graph.lineage import Lineage
from fabric.models.words import BLOCKING_TYPES, PARENT_CHILD

_BINDING = frozenset({"replaced by", "waits for"})
_RANKS = {"anchor": 0, "memory": 1, "contract": 2, "work": 3}


class Reach:
    """The beads of a graph that matter to memories, and how each leans on others.

    An arrow goes from what leans to what it leans on: work on its contract and memories, a
    contract on its memories, a memory on its successor, an anchor on what it indexes.
    """

    def __init__(self, graph: BeadGraph, lineage: Lineage) -> None:
        self._graph = graph
        self._lineage = lineage
        self._arrows: networkx.DiGraph[str] = networkx.DiGraph()
        for bead_id in sorted(graph.beads):
            if graph.kind(bead_id) in _RANKS:
                self._arrows.add_node(bead_id)
        for link in self._all_links():
            if link.source in self._arrows and link.target in self._arrows:
                self._arrows.add_edge(link.source, link.target, words=link.words)

    def leaning_on(self, bead_id: str) -> set[str]:
        """Ids of all that leans on a bead, near or far."""
        if bead_id not in self._arrows:
            return set()
        return set(networkx.ancestors(self._arrows, bead_id))

    def circles(self, ids: Iterable[str]) -> list[list[str]]:
        """Beads that replace or wait for one another in a circle, each circle sorted."""
        part = self._arrows.subgraph(ids)
        binding = [pair for pair in part.edges if self._words(*pair) in _BINDING]
        found = networkx.strongly_connected_components(part.edge_subgraph(binding))
        return sorted(sorted(each) for each in found if len(each) > 1)

    def drawing(self, title: str, ids: Iterable[str]) -> Drawing:
        """Some beads and the arrows between them; anchors first, then by kind and line."""
        part = self._arrows.subgraph(ids)
        nodes = sorted((self._node(each) for each in part), key=self._place)
        links = [Link(*pair, self._words(*pair)) for pair in part.edges]
        links.sort(key=lambda each: (each.source, each.target))
        return Drawing(title, tuple(nodes), tuple(links))

    def _words(self, source: str, target: str) -> str:
        return str(self._arrows.edges[source, target]["words"])

    def _node(self, bead_id: str) -> Node:
        bead, memory = self._graph.beads[bead_id], self._graph.memories.get(bead_id)
        state = self._lineage.state(memory) if memory else bead.status
        title = memory.statement if memory else bead.title
        return Node(bead_id, title, str(self._graph.kind(bead_id)), state)

    def _place(self, node: Node) -> tuple[object, ...]:
        memory = self._graph.memories.get(node.id)
        if memory is None:
            return (_RANKS[node.kind], "", False, "", 0, node.id)
        head = self._lineage.head(node.id)
        return (1, memory.domain, not memory.is_hard, head, memory.version, node.id)

    def _all_links(self) -> Iterable[Link]:
        graph = self._graph
        for step in self._lineage.successions:
            yield Link(step.old, step.new, "replaced by")
        for bead_id, bead in graph.beads.items():
            kind = graph.kind(bead_id)
            for target in graph.related(bead_id):
                words = _RELATION_WORDS.get((kind, graph.kind(target)))
                if words:
                    yield Link(bead_id, target, words)
            for edge in bead.dependencies:
                if edge.type in BLOCKING_TYPES:
                    yield Link(bead_id, edge.depends_on_id, "waits for")
                elif edge.type == PARENT_CHILD:
                    yield Link(bead_id, edge.depends_on_id, "is part of")


_RELATION_WORDS: dict[tuple[str | None, str | None], str] = {
    ("anchor", "memory"): "indexes",
    ("contract", "memory"): "holds to",
    ("work", "memory"): "was given",
}
