"""Bare `lint` reads only a part of the graph, and says of it what the whole graph would say."""

from dataclasses import replace

import pytest

from fabric.graph.lineage import Lineage
from fabric.package_data import rule_pages
from fabric.rules.asked import Asked
from fabric.rules.run import run
from fabric.rules.scope import work_in_scope
from fabric.services.reading import for_lint
from fabric.store.backends.memory import MemoryStore
from tests.rules.pages import Example, asked_of, examples_of

EXAMPLES = [example for slug in rule_pages() for example in examples_of(slug)]


def told(asked: Asked) -> set[tuple[str, str, str, str]]:
    found = run(asked).findings
    return {(each.slug, each.bead_id, each.missing, each.severity) for each in found}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.sentence)
def test_of_a_page_s_example(example: Example) -> None:
    question = asked_of(example)
    whole = replace(question, work=work_in_scope(question.graph, "active"))
    store = MemoryStore(question.graph.beads.values())
    graph = for_lint(store, question.settings).graph()
    part = replace(
        question, graph=graph, lineage=Lineage(graph), work=work_in_scope(graph, "active")
    )
    assert told(part) == told(whole)
