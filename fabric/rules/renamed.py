"""Ids in our metadata that went stale because bd renamed the beads: the edges still know them."""

from collections.abc import Mapping

from fabric.graph.bead_graph import BeadGraph


def renamed_memories(graph: BeadGraph, bead_id: str, absent: Mapping[str, str]) -> dict[str, str]:
    """For ids that are not there (with the digest that went with each), what they are called now.

    Only a memory that the bead relates to, whose words still have that digest, is taken.
    """
    if not absent:
        return {}
    related = [graph.memories[each] for each in graph.related(bead_id) if each in graph.memories]
    by_digest: dict[str, list[str]] = {}
    for memory in related:
        by_digest.setdefault(memory.digest, []).append(memory.id)
    found = {old: by_digest.get(digest, []) for old, digest in absent.items() if digest}
    return {old: ids[0] for old, ids in found.items() if len(ids) == 1}
