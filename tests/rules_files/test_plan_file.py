"""The plan of a migration: written for a person, read back as the person left it."""

import tomllib

import pytest

from fabric.errors import BadSettings
from fabric.models.frozen import replace
from fabric.rules_files.candidate import RuleCandidate
from fabric.rules_files.plan_file import PlanEntry, plan_entry, read_plan, write_plan

FOUND = RuleCandidate(
    statement="Never push on a Friday",
    rule='Never push on a Friday; the "on call" hands over.',
    quote="Never push on a Friday",
    strength="hard",
    why=("says “never”",),
    file="docs/AGENTS.md",
    line=7,
    form="bullet",
    domain="workflow",
    rationale="Nobody is there.",
    paths=("docs/**",),
)
PLAN = """\
# Rules found in docs/AGENTS.md. Nothing is proposed until you say so.
# Read each one: drop it with keep = false, mend the words, strength ("hard" must hold, "soft" is
# guidance) and domain. You may add: scope, out_of_scope, rationale, failure_mode (texts), checks and
# verify (lists: "Given ..., when ..., then ..." and commands). `why`, `evidence` and `found` tell where
# a rule comes from and are kept as they are.
version = 1

[[rule]]
keep = true
strength = "hard"
domain = "workflow"
statement = "Never push on a Friday"
rule = "Never push on a Friday; the \\"on call\\" hands over."
rationale = "Nobody is there."
paths = ["docs/**"]
evidence = "docs/AGENTS.md:7"
why = ["says “never”"]
found = "v1:642a2d0f1167f8eda67eafce47ece0c6eb661a334e3b576f7c8a701955fed4b5"
"""
FOUND_LINE = 'found = "v1:642a2d0f1167f8eda67eafce47ece0c6eb661a334e3b576f7c8a701955fed4b5"\n'


def test_a_plan_is_these_bytes() -> None:
    assert write_plan([FOUND]) == PLAN


def test_an_untouched_plan_reads_back_as_it_was_written() -> None:
    assert read_plan(PLAN) == [plan_entry(FOUND)]


def test_a_plan_of_nothing_is_still_a_plan() -> None:
    assert read_plan(write_plan([])) == []


def test_what_a_person_changed_and_added_is_read() -> None:
    edited = (
        PLAN.replace("keep = true", "keep = false")
        .replace('"hard"\n', '"soft"\n')
        .replace(
            'why = ["says “never”"]',
            'scope = " All code "\nout_of_scope = "Docs"\nfailure_mode = "Outage"\n'
            'checks = ["Given a Friday, when I push, then it is refused"]\nverify = ["make check"]\n',
        )
    )
    assert read_plan("\ufeff" + edited.replace("\n", "\r\n")) == [
        PlanEntry(
            keep=False,
            strength="soft",
            domain="workflow",
            statement="Never push on a Friday",
            rule='Never push on a Friday; the "on call" hands over.',
            evidence="docs/AGENTS.md:7",
            scope="All code",
            out_of_scope="Docs",
            rationale="Nobody is there.",
            failure_mode="Outage",
            checks=("Given a Friday, when I push, then it is refused",),
            verify=("make check",),
            paths=("docs/**",),
            found="v1:642a2d0f1167f8eda67eafce47ece0c6eb661a334e3b576f7c8a701955fed4b5",
        )
    ]


def test_a_plan_of_an_older_version_tells_not_what_was_found() -> None:
    (entry,) = read_plan(PLAN.replace(FOUND_LINE, ""))
    assert entry == replace(plan_entry(FOUND), found="")


def test_signs_that_hide_or_turn_text_are_written_as_escapes() -> None:
    sly = 'a"\\\n\t\x00\x7f\u202e\u2028\u200b\ud800'
    plan = write_plan([RuleCandidate(sly, sly, sly, "soft", (), "A\nB.md", 1, "bullet")])
    assert "\\u202E\\u2028\\u200B\\uFFFD" in plan
    assert plan.count("\n") == PLAN.count("\n") - 2
    assert tomllib.loads(plan)["rule"][0]["rule"] == sly.replace("\ud800", "\ufffd")


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("version = 1", "version = 2", "version is 2, and 1 is the one known."),
        ("version = 1", "version = 1\nfoo = 1", "the plan has an unknown key foo."),
        ("keep = true", 'keep = "yes"', "rule 1 (docs/AGENTS.md:7): keep must be true or false."),
        ("keep = true", "", "rule 1 (docs/AGENTS.md:7) has no keep."),
        ("rationale =", "rationals =", "has an unknown key rationals. Is rationale meant?"),
        ('strength = "hard"', 'strength = "firm"', 'strength must be "hard" or "soft".'),
        ('statement = "Never push on a Friday"', 'statement = " "', "statement is empty."),
        ('domain = "workflow"', "domain = 1", "domain must be a text."),
        ('paths = ["docs/**"]', 'paths = "docs/**"', "paths must be a list of texts."),
        ("[[rule]]", "[rule]", "rule must be written as [[rule]] tables."),
    ],
)
def test_each_mistake_is_named_with_its_rule(before: str, after: str, told: str) -> None:
    assert before in PLAN
    with pytest.raises(BadSettings) as caught:
        read_plan(PLAN.replace(before, after))
    assert told in caught.value.what


def test_all_mistakes_are_named_at_once() -> None:
    with pytest.raises(BadSettings) as caught:
        read_plan(PLAN.replace("keep = true", "").replace('"hard"\n', '"firm"\n'))
    assert "has no keep" in caught.value.what
    assert "strength must be" in caught.value.what


def test_a_text_that_is_no_toml_names_the_place() -> None:
    with pytest.raises(BadSettings, match="The plan is no TOML: Invalid value"):
        read_plan("version = ")


def test_a_text_that_is_nested_too_deeply_is_refused() -> None:
    with pytest.raises(BadSettings, match="nested too deeply"):
        read_plan("a = " + "[" * 100_000 + "]" * 100_000)


def test_a_mistake_in_every_rule_is_told_for_the_first_ones_and_counted() -> None:
    body = PLAN[PLAN.index("[[rule]]") :]
    many = "version = 1\n\n" + body.replace("keep =", "kep =") * 9
    with pytest.raises(BadSettings) as caught:
        read_plan(many)
    assert caught.value.what.count("Is keep meant?") == 3
    assert caught.value.what.endswith("And 13 more.")
    with pytest.raises(BadSettings) as few:
        read_plan(PLAN.replace("keep =", "kep ="))
    assert "more." not in few.value.what
