"""`migrate rules` and `migrate notes`: found, held against the memories, drafted; never ratified."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from fabric.errors import NotAllowed, WrongUse
from fabric.models.answers_migrate import MigrateAnswer
from fabric.models.bead import Bead
from fabric.models.memory import read_memory
from fabric.ports import JournalQuery
from fabric.rules_files.plan_file import PlanEntry, read_plan
from fabric.rules_files.read import RulesFile, RulesFiles, read_rules_files
from fabric.services.survey import Survey, survey_files
from fabric.services.verbs.migrate import MigrateRequest, migrate
from fabric.services.verbs.reject import RejectRequest, reject
from fabric.services.verbs.retire import RetireRequest, retire
from tests.services.world import MONDAY, SCOUT, World

AGENTS = """\
# Workflow

- Never push on a Friday; the on-call hands over.
- Prefer small commits.

# Billing

- Prices must be integers.
"""


@pytest.fixture
def world() -> World:
    return World().begin()


def files(*texts: tuple[str, str]) -> RulesFiles:
    return RulesFiles(tuple(RulesFile(source, text) for source, text in texts))


def survey(world: World, text: str = AGENTS, domain: str = "", source: str = "AGENTS.md") -> Survey:
    return survey_files(world.context, files((source, text)), domain)


def entry(rule: str, evidence: str = "AGENTS.md:1", **more: object) -> PlanEntry:
    values: dict[str, object] = {
        "keep": True,
        "strength": "soft",
        "domain": "arch",
        "statement": rule.rstrip("."),
        "rule": rule,
        "evidence": evidence,
    }
    return PlanEntry(**(values | more))  # type: ignore[arg-type]  # tests name real fields


def apply(world: World, *entries: PlanEntry, domain: str = "") -> MigrateAnswer:
    return migrate(world.context, MigrateRequest(entries, domain)).answer


def rejected_memory(world: World, rule: str) -> str:
    bead_id = world.propose(rule)
    reject(world.context, RejectRequest(bead_id, "We tried."))
    return bead_id


def retired_memory(world: World, rule: str) -> str:
    bead_id = world.memory(rule)
    retire(world.context, RetireRequest(bead_id, "We tried."))
    return bead_id


def evidence(found: list[object]) -> list[str]:
    return [each.evidence for each in found]  # type: ignore[attr-defined]  # all rows have it


def drafts(world: World) -> list[Bead]:
    return [bead for bead in world.store.all_beads() if bead.has("draft")]


def test_a_survey_tells_strength_domain_place_and_reason_and_writes_nothing(world: World) -> None:
    before = world.writes()
    answer = survey(world).answer
    assert [(each.strength, each.domain, each.evidence) for each in answer.found] == [
        ("hard", "workflow", "AGENTS.md:3"),
        ("soft", "workflow", "AGENTS.md:4"),
        ("hard", "", "AGENTS.md:8"),
    ]
    assert answer.found[0].why == [
        "says “never”",
        "workflow: “workflow” in heading “Workflow”",
    ]
    assert answer.found[2].why[-1] == "no domain: no word points at a known domain"
    assert not answer.applied
    assert world.writes() == before


def test_a_given_domain_is_that_of_all_and_must_be_known(world: World) -> None:
    found = survey(world, domain="memory-arch").answer.found
    assert {each.domain for each in found} == {"arch"}
    with pytest.raises(WrongUse, match="no domain 'money'") as refusal:
        survey(world, domain="money")
    assert "arch, ux, workflow" in refusal.value.remedy


def test_what_is_applied_is_a_draft_with_its_file_and_line_and_nothing_is_ratified(
    world: World,
) -> None:
    answer = apply(world, *survey(world, domain="workflow").entries)
    assert [each.evidence for each in answer.proposed] == [
        "AGENTS.md:3",
        "AGENTS.md:4",
        "AGENTS.md:8",
    ]
    memory = read_memory(world.bead(answer.proposed[0].id), world.context.settings.known_domains)
    assert memory.state == "draft"
    assert memory.rule == "Never push on a Friday; the on-call hands over."
    assert memory.statement == "Never push on a Friday"
    assert memory.evidence == ("AGENTS.md:3",)
    assert memory.bead.pinned
    assert not world.query("memory-workflow")


def test_all_that_can_be_taken_is_one_change_set(world: World) -> None:
    before = world.writes()
    answer = apply(world, *survey(world, domain="workflow").entries)
    assert world.writes() == before + 1
    last = world.store.journal(JournalQuery())[-1]
    assert last.verb == "migrate"
    assert last.reason == "Moved in from AGENTS.md"
    assert set(last.bead_ids) == {each.id for each in answer.proposed}


def test_a_second_run_finds_only_what_is_new(world: World) -> None:
    apply(world, *survey(world, domain="workflow").entries)
    again = survey(world, AGENTS.replace("on-call", "ON-CALL") + "- Never round.\n")
    assert evidence([*again.answer.found]) == ["AGENTS.md:9"]
    assert [each.reason.partition(" ")[2] for each in again.answer.known] == [
        "says it already (draft)"
    ] * 3


def test_what_another_domain_says_is_known_too_and_so_is_what_binds(world: World) -> None:
    said = world.memory("Prices must be integers")
    (known,) = survey(world).answer.known
    assert (known.evidence, known.memory) == ("AGENTS.md:8", said)
    assert known.reason == f"{said} says it already (canonical)"


def test_what_was_rejected_replaced_or_retired_is_not_proposed_again(world: World) -> None:
    rejected = rejected_memory(world, "Never push on a Friday; the on-call hands over")
    retired = retired_memory(world, "Prices must be integers")
    old = world.memory("Prefer small commits", "soft")
    new = world.successor(old, "Prefer commits that a person can read at once")
    world.supersede(old, new)
    answer = survey(world).answer
    assert answer.found == []
    assert [each.reason for each in answer.known] == [
        f"{rejected} rejected it (We tried.)",
        f"{old} said it and was replaced by {new}",
        f"{retired} said it and was retired (We tried.)",
    ]


def test_close_ones_are_shown_and_strangers_are_not(world: World) -> None:
    close = world.memory("All prices must be written as integers")
    world.memory("Every screen can be reached by keyboard")
    push, small, prices = survey(world).answer.found
    assert (push.near, small.near) == ([], [])
    assert [(each.id, each.state, each.reason) for each in prices.near] == [
        (close, "canonical", "many of the same words")
    ]
    assert f"close to {close} (canonical; many of the same words)" in survey(world).plan_text


def test_a_close_one_that_turns_the_meaning_is_told_as_such(world: World) -> None:
    world.memory("Press Escape when the input is stuck", "soft")
    (found,) = survey(world, "- Never press Escape when the input is stuck.\n").answer.found
    assert "forbids" in found.near[0].reason


def test_the_plan_holds_what_was_found_and_is_the_same_bytes_twice(world: World) -> None:
    one, two = survey(world), survey(world)
    assert one.plan_text == two.plan_text
    read = read_plan(one.plan_text)
    assert [replace(each, why=()) for each in read] == [
        replace(each, why=()) for each in one.entries
    ]


def test_a_rule_of_two_files_is_met_once_and_binds_where_either_says(world: World) -> None:
    rule = "- Never round a price.\n"
    found = survey_files(
        world.context,
        files(("src/a/AGENTS.md", rule), ("src/b/AGENTS.md", rule + "- Never lie.\n")),
    )
    assert [(each.evidence, each.paths) for each in found.answer.found] == [
        ("src/a/AGENTS.md:1", ["src/a/**", "src/b/**"]),
        ("src/b/AGENTS.md:2", ["src/b/**"]),
    ]
    assert [each.reason for each in found.answer.known] == ["src/a/AGENTS.md:1 says it too"]
    everywhere = survey_files(world.context, files(("src/a/AGENTS.md", rule), ("AGENTS.md", rule)))
    assert everywhere.answer.found[0].paths == []


def test_globs_and_nested_folders_become_the_paths_of_the_memory(world: World) -> None:
    cursor = "---\nglobs: src/ui/**, *.tsx\n---\n\n- Never use a table for layout.\n"
    found = survey_files(
        world.context,
        files(
            (".cursor/rules/ui.mdc", cursor), ("src/core/AGENTS.md", "- Never import the API.\n")
        ),
        "ux",
    )
    answer = apply(world, *found.entries)
    scopes = [world.bead(each.id).metadata["fabric"] for each in answer.proposed]
    assert [scope["applies_to"]["paths"] for scope in scopes] == [  # type: ignore[index]  # plain JSON data
        ["*.tsx", "src/ui/**"],
        ["src/core/**"],
    ]


def test_a_mark_line_ends_and_fences_are_no_part_of_any_rule(world: World, tmp_path: Path) -> None:
    text = (
        "\ufeff# Rules\r\n- MUST run the tests.\r\n\r\n````markdown\r\n## Communication\r\n"
        "- NEVER page twice.\r\n```bash\r\n# not a heading\r\n```\r\n````\r\n\r\n"
        "~~~\r\n- ALWAYS use root\r\n~~~\r\n"
    )
    (tmp_path / "AGENTS.md").write_bytes(text.encode())
    read = read_rules_files([tmp_path / "AGENTS.md"], tmp_path)
    found = survey_files(world.context, read, "workflow")
    (proposed,) = apply(world, *found.entries).proposed
    bead = world.bead(proposed.id)
    assert proposed.evidence == "AGENTS.md:2"
    assert "Rule: MUST run the tests." in bead.description
    assert not {"\ufeff", "\r"} & set(bead.title + bead.description)


def test_files_that_are_imported_are_named_and_not_read(world: World) -> None:
    read = RulesFiles((RulesFile("CLAUDE.md", "- Never lie.\n", ("docs/rules.md",)),))
    (left,) = survey_files(world.context, read).answer.left_out
    assert (left.source, left.reason) == (
        "docs/rules.md",
        "CLAUDE.md imports it; name it to have it read",
    )


def test_a_kept_entry_without_a_domain_is_asked_for_and_nothing_is_written(world: World) -> None:
    before = world.writes()
    plan = (entry("Never lie."), entry("Never round.", "AGENTS.md:2", domain=""))
    with pytest.raises(WrongUse, match=r"No domain is named for AGENTS\.md:2") as refusal:
        apply(world, *plan)
    assert "arch, ux, workflow" in refusal.value.remedy
    assert world.writes() == before
    dropped = replace(plan[1], keep=False)
    assert len(apply(world, plan[0], dropped).proposed) == 1


def test_a_given_domain_serves_the_entries_that_name_none(world: World) -> None:
    answer = apply(
        world, entry("Never lie."), entry("Never round.", "AGENTS.md:2", domain=""), domain="ux"
    )
    assert [each.domain for each in answer.proposed] == ["memory-arch", "memory-ux"]


def test_an_entry_of_an_unknown_domain_is_refused_with_the_known_ones(world: World) -> None:
    with pytest.raises(WrongUse, match=r"'money' \(AGENTS\.md:1\)") as refusal:
        apply(world, entry("Never lie.", domain="money"))
    assert refusal.value.remedy == "Known: arch, ux, workflow."


def test_dropped_entries_are_counted_and_left(world: World) -> None:
    answer = apply(world, entry("Never lie."), entry("Never round.", keep=False))
    assert (len(answer.proposed), answer.dropped) == (1, 1)
    assert len(drafts(world)) == 1


def said_already(world: World) -> str:
    return f"{world.memory('Never lie.')} already says this (canonical)"


def was_rejected(world: World) -> str:
    return f"This was rejected: {rejected_memory(world, 'Never lie.')} (We tried.)"


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        pytest.param(entry("Never lie."), said_already, id="what a memory says"),
        pytest.param(entry("never LIE", domain="arch"), was_rejected, id="what was rejected"),
        pytest.param(
            entry("Never say hunter2."), "seems to hold a secret", id="what looks like a secret"
        ),
        pytest.param(
            entry("Never lie.", statement="x" * 500), "at most 500 fit", id="too long a title"
        ),
        pytest.param(
            entry("Never lie.", checks=("It works",)), "has another form", id="a check that is none"
        ),
        pytest.param(
            entry("Never lie.", scope="All.\nRule: no"),
            "begins like the section Rule",
            id="a section",
        ),
    ],
)
def test_what_propose_would_refuse_is_listed_and_the_rest_goes_on(
    world: World, bad: PlanEntry, reason: str | Callable[[World], str]
) -> None:
    told = reason if isinstance(reason, str) else reason(world)
    answer = apply(world, bad, entry("Never round.", "AGENTS.md:2"))
    assert evidence([*answer.proposed]) == ["AGENTS.md:2"]
    (refused,) = answer.not_taken
    assert refused.evidence == "AGENTS.md:1"
    assert told in refused.reason
    assert "hunter2" not in refused.reason


def test_a_secret_passes_with_a_reason_and_the_reason_is_journalled(world: World) -> None:
    allowed = replace(world.context, allow_secret="It is made up.")  # noqa: S106 -- a reason
    outcome = migrate(allowed, MigrateRequest((entry("Never say hunter2."),)))
    assert outcome.answer.not_taken == []
    assert outcome.entry is not None
    payload = world.store.journal_payload(outcome.entry.writer, outcome.entry.sequence)
    assert payload is not None
    assert "It is made up." in payload


def test_an_entry_that_repeats_another_of_the_plan_is_not_taken(world: World) -> None:
    answer = apply(
        world,
        entry("Never lie."),
        entry("never lie", "AGENTS.md:1"),
        entry("Never lie.", "CLAUDE.md:3", domain="ux"),
    )
    assert [each.domain for each in answer.proposed] == ["memory-arch", "memory-ux"]
    assert [each.reason for each in answer.not_taken] == ["AGENTS.md:1 says the same."]


def test_an_id_that_something_else_has_taken_is_gone_round(world: World) -> None:
    (first,) = apply(world, entry("Never lie.")).proposed
    world.put(Bead(id=first.id, title="Something else", issue_type="task"))
    (second,) = apply(world, entry("Never lie.")).proposed
    assert second.id != first.id
    assert world.bead(first.id).title == "Something else"


def test_a_dry_run_tells_what_would_be_written_and_writes_nothing(world: World) -> None:
    before = world.writes()
    dry = replace(world.context, dry_run=True)
    outcome = migrate(dry, MigrateRequest((entry("Never lie."),)))
    assert len(outcome.change_set.operations) == 1
    assert (outcome.applied, outcome.answer.applied) == (False, False)
    assert world.writes() == before


def test_an_empty_plan_writes_nothing(world: World) -> None:
    before = world.writes()
    assert apply(world).proposed == []
    assert world.writes() == before


def test_an_agent_may_propose_and_nobody_may_not(world: World) -> None:
    request = MigrateRequest((entry("Never lie."),))
    answer = migrate(world.as_(SCOUT), request).answer
    fabric = world.bead(answer.proposed[0].id).metadata["fabric"]
    assert fabric["proposed_by"] == {"name": "scout", "kind": "agent"}  # type: ignore[index]  # plain JSON data
    with pytest.raises(NotAllowed, match="not known who acts"):
        migrate(replace(world.context, actor=None), request)


def test_what_the_plan_adds_stands_in_the_draft(world: World) -> None:
    (proposed,) = apply(
        world,
        entry(
            "Never lie.",
            strength="hard",
            scope="All words.",
            rationale="Trust.",
            checks=("Given a word, when it is said, then it is true",),
            verify=("make truth",),
        ),
    ).proposed
    memory = read_memory(world.bead(proposed.id), world.context.settings.known_domains)
    assert memory.sections["Scope"] == "All words."
    assert memory.sections["Rationale"] == "Trust."
    assert memory.acceptance.checks == ("Given a word, when it is said, then it is true",)
    assert [each.text for each in memory.acceptance.commands] == ["make truth"]
    assert memory.effective_date == f"{MONDAY:%Y-%m-%d}"


def test_hard_ones_that_nobody_could_ratify_are_counted(world: World) -> None:
    hard, soft = entry("Never b.", strength="hard"), entry("Prefer c.")
    well = replace(
        entry("Never d.", strength="hard"), checks=("Given a, when b, then c",), verify=("true",)
    )
    assert apply(world, hard, soft, well).unchecked == 1
