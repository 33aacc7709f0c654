"""Every rule has a page; every example on it does what the page says."""

import re

import pytest

from fabric.package_data import read_rule_page, rule_pages
from fabric.rules.catalog import RULES
from fabric.rules.rule import Rule
from fabric.rules.run import run
from tests.rules.pages import Example, asked_of, examples_of

HEADINGS = ["What it asks", "Why", "Breaks it", "Keeps it", "What mends it", "Its limit"]
EXAMPLES = [example for slug in rule_pages() for example in examples_of(slug)]


def test_every_rule_has_a_page_and_every_page_a_rule() -> None:
    assert set(rule_pages()) == set(RULES)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.sentence)
def test_example(example: Example) -> None:
    outcome = run(asked_of(example))
    assert example.slug not in {each.slug for each in outcome.not_asked}
    found = [each for each in outcome.findings if each.slug == example.slug]
    assert {each.bead_id for each in found} == example.breaks, [each.message for each in found]


@pytest.mark.parametrize("slug", rule_pages())
def test_a_page_shows_both_a_breaking_and_a_keeping_example(slug: str) -> None:
    assert {bool(example.breaks) for example in examples_of(slug)} == {True, False}


@pytest.mark.parametrize("slug", rule_pages())
def test_a_page_answers_the_questions_that_every_page_answers(slug: str) -> None:
    page = read_rule_page(slug)
    assert page.startswith(f"# {slug}\n")
    assert re.findall(r"^## (.*)$", page, re.MULTILINE) == HEADINGS


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.slug)
def test_a_page_says_of_its_rule_what_the_rule_says(rule: Rule) -> None:
    assert read_rule_page(rule.slug).splitlines()[2] == facts_line(rule)


def facts_line(rule: Rule) -> str:
    """The third line of a page."""
    asked = "the work that was asked about" if rule.scope == "work" else "everything"
    lifted = "on the bead or in the configuration" if rule.on_bead else "in the configuration only"
    return f"`{rule.severity}` · asked of {asked} · needs the {rule.needs} · can be lifted {lifted}"
