"""`propose`: a draft in the shape of the data contract, checked at once against what was said."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from fabric.errors import (
    DuplicateMemory,
    FabricError,
    InvalidMemory,
    NotAllowed,
    NotFound,
    SecretFound,
    WrongUse,
)
from fabric.models.bead import Bead
from fabric.ports import JournalQuery
from fabric.services.verbs.propose import ProposeRequest, propose
from fabric.services.writing import Wording
from tests.services.world import MONDAY, OTTO, SCOUT, World, wording

RULE = "Every write goes through the service layer"


@pytest.fixture
def world() -> World:
    return World().begin()


def rejected(world: World, bead_id: str) -> None:
    """Reject a draft as a reviewer's verb does: the bead is the tombstone."""
    bead = world.bead(bead_id)
    labels = tuple(sorted({*bead.labels, "mem-rejected"} - {"memory", "draft"}))
    world.put(replace(bead, labels=labels, status="closed"))


def asking(**more: object) -> ProposeRequest:
    return ProposeRequest("arch", wording(RULE, "hard", **more))


def test_a_draft_has_the_shape_of_the_data_contract(world: World) -> None:
    bead = world.bead(world.propose(RULE, owner="platform", evidence=("shop-1",)))
    assert bead.title == f"[MEMORY][ARCH][HARD] {RULE}"
    assert bead.labels == ("draft", "mem-hard", "memory", "memory-arch")
    assert (bead.status, bead.issue_type, bead.pinned) == ("open", "decision", True)
    assert bead.description.split("\n") == [
        "Scope:",
        "Out of Scope:",
        f"Rule: {RULE}",
        "Rationale: One place to audit.",
        "Failure Mode:",
        "Alternatives Considered: none recorded with this decision",
    ]
    assert bead.acceptance_criteria == (
        "Given a write, when it skips the layer, then review refuses it\n"
        "Verification command(s):\ncheck every"
    )
    assert bead.metadata == {
        "memory_version": 1,
        "memory_strength": "hard",
        "domain": "memory-arch",
        "effective_date": "2026-03-02",
        "owner": "platform",
        "supersedes": None,
        "superseded_by": None,
        "fabric": {
            "proposed_by": {"name": "vera@example.test", "kind": "person"},
            "evidence": ["shop-1"],
        },
    }


def test_the_same_rule_gets_the_same_id_wherever_it_is_proposed() -> None:
    assert World().begin().propose(RULE) == World().begin().propose(f"  {RULE.upper()}.")


def test_an_agent_may_propose(world: World) -> None:
    bead_id = propose(world.as_(SCOUT), asking()).answer.id
    fabric = world.bead(bead_id).metadata["fabric"]
    assert fabric == {"proposed_by": {"name": "scout", "kind": "agent"}}


def test_nobody_at_all_may_not_propose(world: World) -> None:
    nobody = replace(world.context, actor=None)
    with pytest.raises(NotAllowed, match="not known who acts"):
        propose(nobody, asking())


def test_a_dry_run_shows_the_draft_and_writes_nothing(world: World) -> None:
    before = world.writes()
    outcome = propose(replace(world.context, dry_run=True), asking())
    assert [type(each).__name__ for each in outcome.change_set.operations] == ["InsertBead"]
    assert world.writes() == before
    assert world.store.bead(outcome.answer.id) is None


SAID_BEFORE = [
    pytest.param(RULE, "arch", id="the same words"),
    pytest.param(f"“{RULE.upper()}”.", "arch", id="other case, quotes and full stop"),
    pytest.param(
        "Eve\u200bry write goes through the service layer", "arch", id="invisible letters"
    ),
    pytest.param(
        "Every write goes thr\u043eugh the service layer", "arch", id="a look-alike letter"
    ),
]


@pytest.mark.parametrize(("rule", "domain"), SAID_BEFORE)
def test_what_a_memory_in_force_says_is_refused(rule: str, domain: str, world: World) -> None:
    known = world.memory(RULE)
    with pytest.raises(DuplicateMemory, match=f"{known} already says this"):
        propose(world.context, ProposeRequest(domain, wording(rule)))


@pytest.mark.parametrize(
    ("rule", "domain"),
    [
        pytest.param("Every read goes through the service layer", "arch", id="another rule"),
        pytest.param(RULE, "ux", id="the same rule in another domain"),
    ],
)
def test_what_is_merely_close_is_taken_and_shown(rule: str, domain: str, world: World) -> None:
    known = world.memory(RULE)
    answer = propose(world.context, ProposeRequest(domain, wording(rule))).answer
    assert [each.id for each in answer.near] == [known]


def test_what_is_not_close_is_shown_beside_nothing(world: World) -> None:
    world.memory(RULE)
    request = ProposeRequest("arch", wording("Prefer small modules"))
    assert propose(world.context, request).answer.near == []


def test_a_draft_that_says_it_already_is_named_with_a_way_out_that_works(world: World) -> None:
    draft = world.propose(RULE)
    with pytest.raises(DuplicateMemory) as refused:
        world.propose(RULE)
    assert draft in refused.value.what
    assert "--replaces" not in refused.value.remedy  # a draft has no successor


def test_a_rejected_rule_is_refused_naming_the_rejection(world: World) -> None:
    tombstone = world.propose(RULE)
    rejected(world, tombstone)
    with pytest.raises(DuplicateMemory, match=f"rejected: {tombstone}"):
        propose(world.context, ProposeRequest("ux", wording(RULE)))


def test_a_rejected_rule_cannot_slip_in_as_a_replacement(world: World) -> None:
    tombstone = world.propose(RULE)
    rejected(world, tombstone)
    with pytest.raises((DuplicateMemory, WrongUse)):
        propose(world.context, replace(asking(), replaces=tombstone))


def test_an_appeal_asks_again_with_a_reason(world: World) -> None:
    tombstone = world.propose(RULE)
    rejected(world, tombstone)
    request = replace(asking(), replaces=tombstone, appeal="The jobs need it now.")
    outcome = propose(world.context, request)
    bead = world.bead(outcome.answer.id)
    assert bead.id != tombstone
    assert {edge.depends_on_id for edge in bead.relations()} == {tombstone}
    assert outcome.entry is not None
    assert outcome.entry.reason == "The jobs need it now."
    assert ("rejected-restated", bead.id) not in world.findings()


@pytest.mark.parametrize("state", ["canonical", "draft"])
def test_an_appeal_of_what_was_not_rejected_is_wrong_use(state: str, world: World) -> None:
    known = world.memory(RULE) if state == "canonical" else world.propose(RULE)
    request = replace(asking(), replaces=known, appeal="again")
    with pytest.raises(WrongUse, match="--appeal"):
        propose(world.context, request)


def test_a_replacement_is_prefilled_and_may_keep_its_sentence(world: World) -> None:
    old = world.memory(RULE, owner="platform", applies_to={"paths": ["src/**"]})
    new = propose(
        world.context,
        ProposeRequest("", Wording("", "", commands=("make audit",)), replaces=old),
    ).answer
    assert (new.memory.rule, new.memory.strength, new.memory.owner) == (RULE, "hard", "platform")
    assert new.memory.version == 2
    assert new.memory.applies_to == {"paths": ["src/**"]}
    assert [each.text for each in new.memory.commands] == ["make audit"]
    assert world.bead(new.id).metadata["supersedes"] is None  # only a succession says so


@pytest.mark.parametrize(
    ("change", "said"),
    [
        pytest.param({"strength": "soft"}, "soft", id="a weaker strength"),
        pytest.param({"domain": "ux"}, "domain", id="another domain"),
    ],
)
def test_a_replacement_that_no_succession_would_take_is_refused_at_once(
    change: dict[str, str], said: str, world: World
) -> None:
    old = world.memory(RULE)
    new = Wording(change.get("strength", ""), "Writes go through the layer")
    with pytest.raises(WrongUse, match=said):
        propose(world.context, ProposeRequest(change.get("domain", ""), new, replaces=old))


def test_a_replacement_may_harden(world: World) -> None:
    old = world.memory(RULE, "soft")
    answer = propose(world.context, ProposeRequest("", Wording("hard", ""), replaces=old)).answer
    assert answer.memory.strength == "hard"


def test_only_the_last_of_a_line_is_replaced(world: World) -> None:
    old = world.memory(RULE)
    new = world.successor(old)
    world.supersede(old, new)
    with pytest.raises(WrongUse, match=new):
        world.successor(old, "Writes, jobs and imports go through the service layer")


def test_what_is_no_memory_is_replaced_by_nothing(world: World) -> None:
    with pytest.raises(WrongUse, match="is no memory"):
        propose(world.context, replace(asking(), replaces=world.work()))
    with pytest.raises(NotFound):
        propose(world.context, replace(asking(), replaces="shop-none"))


WRONG = [
    pytest.param({"strength": "harsh"}, InvalidMemory, "strength", id="a strength of its own"),
    pytest.param({"rule": " \n "}, InvalidMemory, "no rule", id="no rule"),
    pytest.param(
        {"checks": ("It works",)}, InvalidMemory, "another form", id="a check of another form"
    ),
    pytest.param({"commands": ("make\ntest",)}, InvalidMemory, "lines", id="two lines of command"),
    pytest.param({"title": "x" * 480}, InvalidMemory, "500", id="a title over 500 bytes"),
    pytest.param({"title": "é" * 245}, InvalidMemory, "500", id="a title over 500 bytes in é"),
    pytest.param({"effective": "soon"}, InvalidMemory, "date", id="a date that is none"),
    pytest.param({"review_by": "soon"}, InvalidMemory, "date", id="a review date that is none"),
    pytest.param(
        {"sections": {"Rationale": "x" * 50_000}}, InvalidMemory, "bytes", id="too much text"
    ),
    pytest.param(
        {"sections": {"Scope": "All.\nRule: another"}},
        InvalidMemory,
        "begins like the section",
        id="a text that reads as another section",
    ),
    pytest.param(
        {"sections": {"Scope": "token hunter2"}}, SecretFound, "description", id="a secret"
    ),
]


@pytest.mark.parametrize(("change", "kind", "said"), WRONG)
def test_what_breaks_the_contract_is_refused_saying_what_to_do(
    change: dict[str, object], kind: type[FabricError], said: str, world: World
) -> None:
    before = world.writes()
    with pytest.raises(kind, match=said) as refused:
        propose(world.context, ProposeRequest("arch", replace(wording(RULE), **change)))  # type: ignore[arg-type]  # tests name real fields
    assert refused.value.remedy
    assert world.writes() == before


RIGHT = [
    pytest.param({"strength": "soft", "checks": (), "commands": ()}, id="soft without a check"),
    pytest.param({"checks": (), "commands": ()}, id="hard without a check, until it is ratified"),
    pytest.param({"title": "x" * 470}, id="a title of just under 500 bytes"),
    pytest.param({"effective": "2027-01-01"}, id="a date to come"),
    pytest.param({"review_by": "2027-01-01"}, id="a review date"),
    pytest.param({"commands": ("manual: read the diff",)}, id="a check that a person does"),
    pytest.param({"rule": "Write\n  in one\tsentence"}, id="a rule over several lines"),
]


@pytest.mark.parametrize("change", RIGHT)
def test_what_keeps_the_contract_is_taken(change: dict[str, object], world: World) -> None:
    request = ProposeRequest("arch", replace(wording(RULE), **change))  # type: ignore[arg-type]  # tests name real fields
    assert propose(world.context, request).applied


def test_a_secret_passes_with_a_reason_that_the_journal_keeps(world: World) -> None:
    context = replace(world.context, allow_secret="an example in the docs")  # noqa: S106  # a reason
    outcome = propose(context, asking(sections={"Scope": "token hunter2"}))
    assert outcome.entry is not None
    payload = world.store.journal_payload(outcome.entry.writer, outcome.entry.sequence)
    assert '"allow_secret":"an example in the docs"' in str(payload)


@pytest.mark.parametrize("name", ["", "payments"])
def test_a_domain_must_be_known(name: str, world: World) -> None:
    with pytest.raises(WrongUse, match="domain"):
        propose(world.context, ProposeRequest(name, wording(RULE)))


@pytest.mark.parametrize("name", ["arch", "ARCH", "memory-arch"])
def test_a_domain_goes_by_its_short_name_or_label(name: str, world: World) -> None:
    answer = propose(world.context, ProposeRequest(name, wording(RULE))).answer
    assert answer.memory.domain == "memory-arch"


def test_an_id_that_another_bead_took_does_not_stop_a_proposal(world: World) -> None:
    twin = World().begin()
    taken = twin.propose(RULE)
    world.put(Bead(taken, "Somebody's task", status="tombstone"))
    assert world.propose(RULE) != taken


@pytest.mark.parametrize(
    "act",
    [
        pytest.param(lambda w: w.propose(RULE), id="a first proposal"),
        pytest.param(lambda w: w.successor(w.memory(RULE)), id="a successor"),
    ],
)
def test_lint_has_nothing_against_a_draft(act: Callable[[World], str], world: World) -> None:
    act(world)
    assert world.findings("error", "warning") == set()


def test_a_proposal_is_journalled_with_who_and_when(world: World) -> None:
    bead_id = propose(world.as_(OTTO), asking()).answer.id
    entry = world.store.journal(JournalQuery(bead_id=bead_id))[-1]
    assert (entry.verb, entry.actor, entry.actor_kind) == ("propose", OTTO.name, "person")
    assert entry.at == f"{MONDAY:%Y-%m-%dT%H:%M:%SZ}"


def test_what_was_rejected_in_nearly_the_same_words_is_shown_as_near(world: World) -> None:
    known = world.propose("Never use singletons")
    rejected(world, known)
    near = propose(
        world.context, ProposeRequest("ux", wording("- Never use singletons!"))
    ).answer.near
    assert [(each.id, each.state) for each in near] == [(known, "rejected")]
    other = propose(world.context, ProposeRequest("ux", wording("Spell names out")))
    assert other.answer.near == []


def test_the_next_step_is_the_one_that_the_draft_needs(world: World) -> None:
    old = world.memory(RULE)
    new = propose(
        world.context, ProposeRequest("", Wording(rule="Jobs too", strength=""), old)
    ).answer
    assert new.next == f'fabric supersede {old} --with {new.id} --reason "…"'
    plain = propose(world.context, ProposeRequest("arch", wording("Spell names out"))).answer
    assert plain.next == f"fabric ratify {plain.id}"


def test_that_no_strength_was_given_is_said_so(world: World) -> None:
    with pytest.raises(InvalidMemory, match="No strength was given"):
        propose(world.context, ProposeRequest("arch", wording(RULE, "")))
    with pytest.raises(InvalidMemory, match="no strength 'hrd'"):
        propose(world.context, ProposeRequest("arch", wording(RULE, "hrd")))
