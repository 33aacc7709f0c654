"""Settings, suppressions, order, and what could not be asked."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from fabric.errors import BadSettings
from fabric.models.document_reading import read_document
from fabric.models.finding import Finding
from fabric.models.settings import IgnoreSettings, LintSettings, Settings
from fabric.rules.asked import Asked, JournalFacts
from fabric.rules.catalog import CATALOG, RULES, require_known_rules
from fabric.rules.rule import Rule
from fabric.rules.run import run
from tests.rules.graphs import ANCHOR, BASE, M1, asked, beads, lint, of

GATE = """
work-without-memory hard-memory-without-contract stale-relation contract-bypassed
closed-over-open-contract memory-sections memory-acceptance memory-metadata memory-labels
memory-not-ratified memory-edited memory-blocks-work rejected-restated anchor-missing
anchor-duplicate succession-half-written succession-fork succession-cycle succession-dangling
contract-on-parent contract-closed-unverified duplicate-id unreadable-record governance-loosened
"""
ERRORS_BY_DEFAULT = frozenset(GATE.split())
NOTES_BY_DEFAULT = frozenset({"work-without-domain", "memory-evidence", "memory-in-markdown"})


class Shouting:
    """A rule that finds the same thing twice, in the wrong order."""

    RULE = Rule("shouting", "error", "everything", "It shouts.", "Be quiet.")

    def check(self, asked: Asked) -> Iterator[Finding]:
        for bead_id in ("b", "a", "b"):
            yield self.RULE.finding(bead_id, f"Ho, {len(asked.graph.beads)}!", missing="peace")


def ignoring(**values: object) -> Settings:
    entry = read_document(IgnoreSettings, {"rule": "memory-sections", "reason": "Old"} | values)
    return Settings(lint=LintSettings(ignore=[entry]))


def with_ignore(slug: str, reason: object) -> list[dict[str, object]]:
    return [dict(ANCHOR), {**M1, "metadata": {"fabric": {"lint_ignore": {slug: reason}}}}]


def test_severities_by_default_are_those_of_the_documentation() -> None:
    said = {rule.slug for rule in RULES.values() if rule.severity == "error"}
    assert said == ERRORS_BY_DEFAULT
    assert {r.slug for r in RULES.values() if r.severity == "note"} == NOTES_BY_DEFAULT


def test_a_slug_is_the_name_of_its_file() -> None:
    for module in CATALOG:
        name = str(getattr(module, "__name__", "")).rpartition(".")[2]
        assert module.RULE.slug == name.replace("_", "-")


def test_findings_are_sorted_and_said_once() -> None:
    outcome = run(asked(), catalog=[Shouting()])
    assert [finding.bead_id for finding in outcome.findings] == ["a", "b"]


def test_the_same_graph_in_another_order_gives_the_same_answer() -> None:
    found = beads(*BASE)
    assert lint(*found) == lint(*reversed(found))


@pytest.mark.parametrize("slug", ["unreviewed-memory", "governance-loosened"])
def test_a_rule_without_its_journal_is_said_not_to_be_asked(slug: str) -> None:
    (unasked,) = [each for each in lint(*beads(*BASE)).not_asked if each.slug == slug]
    assert "journal" in unasked.reason
    given = replace(asked(*beads(*BASE)), journal=JournalFacts())
    assert slug not in {each.slug for each in run(given).not_asked}


def test_a_rule_that_is_turned_off_is_said_not_to_be_asked() -> None:
    settings = Settings(lint=LintSettings(severity={"memory-sections": "off"}))
    outcome = lint(*beads(*BASE), settings=settings)
    assert not of(outcome, "memory-sections")
    assert "turned off" in next(
        each.reason for each in outcome.not_asked if each.slug == "memory-sections"
    )


def test_another_weight_moves_the_usual_findings_and_makes_no_light_one_heavier() -> None:
    settings = Settings(lint=LintSettings(severity={"memory-sections": "warning"}))
    sections = of(lint(*beads(*BASE), settings=settings), "memory-sections")
    assert {finding.severity for finding in sections} == {"warning"}
    draft = {**M1, "status": "open", "labels": [*BASE[1]["labels"], "draft"]}  # type: ignore[misc]  # a list
    heavier = Settings(lint=LintSettings(severity={"memory-sections": "error"}))
    drafted = of(lint(*beads(ANCHOR, draft), settings=heavier), "memory-sections")
    assert {finding.severity for finding in drafted} == {"note"}


def test_a_suppression_of_the_configuration_hides_and_is_counted() -> None:
    outcome = lint(*beads(*BASE), settings=ignoring(beads=["mf-m1"]))
    assert not of(outcome, "memory-sections")
    assert {hidden.finding.slug for hidden in outcome.hidden} == {"memory-sections"}
    assert not of(outcome, "unused-suppression")


@pytest.mark.parametrize(
    ("values", "why"),
    [
        pytest.param({"beads": ["mf-t1"]}, "it hides nothing", id="another bead"),
        pytest.param({"until": "2026-03-20"}, "it ended on 2026-03-20", id="over since today"),
    ],
)
def test_a_suppression_that_hides_nothing_is_told(values: dict[str, object], why: str) -> None:
    outcome = lint(*beads(*BASE), settings=ignoring(**values))
    assert of(outcome, "memory-sections")
    (idle,) = of(outcome, "unused-suppression")
    assert why in idle.message


def test_a_suppression_that_still_runs_hides_until_its_day() -> None:
    outcome = lint(*beads(*BASE), settings=ignoring(until="2026-03-21"))
    assert not of(outcome, "memory-sections")


def test_a_bead_may_lift_a_rule_of_form_with_a_reason() -> None:
    outcome = lint(*beads(*with_ignore("memory-sections", "From the old handbook")))
    assert not of(outcome, "memory-sections")
    assert {hidden.reason for hidden in outcome.hidden} == {"From the old handbook"}


@pytest.mark.parametrize(
    ("slug", "reason", "why"),
    [
        pytest.param("memory-sections", "", "gives no reason", id="no reason"),
        pytest.param("memory-sections", 3, "gives no reason", id="a reason that is no text"),
        pytest.param(
            "memory-edited", "Fine", "cannot be lifted on a bead", id="a rule of the gate"
        ),
        pytest.param("no-such-rule", "Fine", "no such rule", id="an unknown rule"),
        pytest.param("memory-sections", "Old, until 2026-03-01", "ended on", id="over"),
    ],
)
def test_a_bead_may_not_lift(slug: str, reason: object, why: str) -> None:
    outcome = lint(*beads(*with_ignore(slug, reason)))
    (idle,) = of(outcome, "unused-suppression")
    assert why in idle.message
    assert idle.bead_id == "mf-m1"
    assert of(outcome, "memory-sections")


def test_the_configuration_may_forbid_beads_to_lift_rules() -> None:
    found = beads(*with_ignore("memory-sections", "From the old handbook"))
    outcome = lint(*found, settings=Settings(lint=LintSettings(bead_ignores=False)))
    assert of(outcome, "memory-sections")
    assert of(outcome, "unused-suppression")


def test_every_rule_that_the_checked_one_could_lift_cannot_be_lifted_on_the_bead() -> None:
    gates = {"work-without-memory", "hard-memory-without-contract", "contract-bypassed"}
    gates |= {"closed-over-open-contract", "memory-edited", "memory-not-ratified"}
    assert not [slug for slug in sorted(gates) if RULES[slug].on_bead]


def test_named_beads_only_get_their_own_findings() -> None:
    outcome = lint(*beads(*BASE), named=["mf-m1"])
    assert {finding.bead_id for finding in outcome.findings} == {"mf-m1"}
    assert "unused-suppression" in {each.slug for each in outcome.not_asked}


def test_an_idle_suppression_of_work_that_was_not_looked_at_is_not_judged() -> None:
    settings = Settings(
        lint=LintSettings(
            ignore=[IgnoreSettings(rule="stale-relation", reason="Later", beads=["mf-t1"])]
        )
    )
    found = beads(*BASE)
    assert of(run(asked(*found, settings=settings, scope="all")), "unused-suppression")
    assert not of(run(asked(*found, settings=settings, scope="active")), "unused-suppression")


@pytest.mark.parametrize("place", ["severity", "ignore"])
def test_a_configuration_that_names_an_unknown_rule_is_refused_with_the_nearest(place: str) -> None:
    lint_settings = (
        LintSettings(severity={"memory-section": "off"})
        if place == "severity"
        else LintSettings(ignore=[IgnoreSettings(rule="memory-section", reason="x")])
    )
    with pytest.raises(BadSettings, match="memory-section") as raised:
        require_known_rules(Settings(lint=lint_settings))
    assert "memory-sections" in raised.value.remedy


def test_a_configuration_that_names_known_rules_is_accepted() -> None:
    require_known_rules(ignoring())
