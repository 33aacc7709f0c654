"""Whatever a store holds: the rules answer, in one order, and their fixes can be applied."""

import random
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from fabric.models.bead import Bead
from fabric.rules.asked import JournalFacts, StandingRule
from fabric.rules.fixes import combined
from fabric.rules.run import LintOutcome, run
from tests.rules.graphs import applied, asked, beads

IDS = ("m1", "m2", "m3", "t1", "t1-mc", "t2", "anc", "gone")
LABELS = (
    *("memory", "draft", "mem-canonical", "mem-hard", "mem-soft", "mem-superseded", "mem-retired"),
    *("mem-rejected", "memory-anchor", "memory-contract", "memory-arch", "memory-ux", "x"),
)
TYPES = ("blocks", "relates-to", "related", "parent-child", "supersedes", "duplicates", "tracks")
DATES = ("2026-03-01", "2026-03-19T08:00:00Z", "2027-01-01", "null", "soon", "")
TEXTS = (
    "Rule: Every write goes through the layer.",
    "Scope: all\nRule: x\nGiven a, when b, then c\nVerification command(s): make; manual: look",
    "",
)

ids = st.sampled_from(IDS)
odd = st.one_of(st.none(), st.integers(), st.booleans(), st.text(max_size=5), st.lists(ids))
clause = st.fixed_dictionaries(
    {},
    optional={
        "memory": ids | odd,
        "status": st.sampled_from(("open", "verified", "waived", "?")),
        "digest": st.sampled_from(("", "sha256:0")),
        "evidence": odd,
    },
)
contract = st.one_of(
    odd,
    st.fixed_dictionaries(
        {"work": ids | odd, "clauses": st.lists(clause, max_size=2)}, optional={"v": odd}
    ),
)
given_memory = st.fixed_dictionaries(
    {"id": ids, "digest": st.just("sha256:0"), "strength": st.just("hard"), "reason": st.just("x")}
)
receipt = st.one_of(
    odd,
    st.fixed_dictionaries(
        {"at": st.sampled_from(DATES), "by": st.just({"name": "ada"})},
        optional={
            "domains": st.lists(st.just("memory-arch"), max_size=1),
            "memories": st.lists(given_memory, max_size=2),
            "contract": ids,
            "contract_record": contract,
        },
    ),
)
ours = st.one_of(
    odd,
    st.fixed_dictionaries(
        {},
        optional={
            "digest": st.just("sha256:0") | odd,
            "applies_to": st.just({"paths": ["src/**"]}) | odd,
            "lint_ignore": st.dictionaries(
                st.sampled_from(("memory-title", "memory-edited", "?")), odd, max_size=2
            )
            | odd,
            "review_by": st.sampled_from(DATES) | odd,
            "effective_until": st.sampled_from(DATES) | odd,
            "value_digests": odd,
            "replaces": ids | odd,
        },
    ),
)
metadata = st.fixed_dictionaries(
    {},
    optional={
        "fabric": ours,
        "fabric_contract": contract,
        "fabric_receipt": receipt,
        "superseded_by": ids | odd,
        "supersedes": ids | odd,
        "domain": st.sampled_from(("arch", "memory-arch")) | odd,
        "memory_version": odd,
        "memory_strength": st.sampled_from(("hard", "soft")) | odd,
        "effective_date": st.sampled_from(DATES) | odd,
        "evidence_ids": ids | odd,
        "fabric_closed_at_commit": odd,
    },
)
edge = st.fixed_dictionaries({"depends_on_id": ids, "type": st.sampled_from(TYPES)})
record = st.fixed_dictionaries(
    {
        "status": st.sampled_from(("open", "in_progress", "closed", "tombstone", "pinned", "odd")),
        "issue_type": st.sampled_from(("decision", "task", "epic", "odd")),
        "labels": st.lists(st.sampled_from(LABELS), max_size=5),
        "dependencies": st.lists(edge, max_size=3),
    },
    optional={
        "title": st.sampled_from(("[MEMORY][ARCH][HARD] Layers", "[SUPERSEDED] x", "")),
        "description": st.sampled_from(TEXTS),
        "acceptance_criteria": st.sampled_from(TEXTS),
        "created_at": st.sampled_from(DATES),
        "closed_at": st.sampled_from(DATES),
        "metadata": metadata | odd,
        "priority": odd,
    },
)
records = st.dictionaries(st.sampled_from(IDS[:-1]), record, min_size=1).map(
    lambda found: beads(*({"id": each, **fields} for each, fields in found.items()))
)


def told(found: list[Bead]) -> LintOutcome:
    question = replace(
        asked(*found),
        journal=JournalFacts(reviews={"m1": "sha256:0"}),
        notes={"kv.memory. x": "Every write goes through the layer."},
        files=(StandingRule("AGENTS.md", 1, "Every write goes through the layer."),),
    )
    return run(question)


@given(records, st.randoms(use_true_random=False))
def test_the_rules_answer_in_one_order(found: list[Bead], chance: random.Random) -> None:
    outcome = told(found)
    chance.shuffle(found)
    assert told(found) == outcome
    assert not outcome.not_asked


@given(records)
def test_fixes_can_be_applied_until_none_is_left(found: list[Bead]) -> None:
    for _ in range(6):
        change_set, taken = combined(told(found).findings)
        if not taken:
            break
        assert set(change_set.bead_ids) <= set(change_set.relies_on)
        after = applied(found, change_set)
        assert sorted(after, key=lambda bead: bead.id) != sorted(found, key=lambda bead: bead.id)
        found = after
    assert not combined(told(found).findings)[1]
