"""A fix mends what its finding says, relies on what it read, and two never fight."""

from collections.abc import Mapping

import pytest

from fabric.models.bead import Bead
from fabric.models.change_set import ChangeSet, SetMetadata
from fabric.models.digests import value_digest
from fabric.models.domain import Domain, Domains
from fabric.models.finding import Finding
from fabric.models.memory import read_memory
from fabric.models.version import bead_version
from fabric.rules.fixes import combined
from fabric.rules.run import run
from tests.rules.graphs import ANCHOR, M1, T1, applied, asked, beads, lint, of
from tests.rules.pages import asked_of, examples_of

ARCH = Domains([Domain("memory-arch")])
FIXABLE = (
    "contract-outlived",
    "memory-labels",
    "relation-one-way",
    "stale-relation",
    "succession-half-written",
)


@pytest.mark.parametrize("slug", FIXABLE)
def test_what_a_page_breaks_is_mended_by_the_fix(slug: str) -> None:
    mended = 0
    for example in examples_of(slug):
        question = asked_of(example)
        found = [each for each in run(question).findings if each.slug == slug and each.fix]
        change_set, taken = combined(found)
        assert len(taken) == len(found)
        after = applied(question.graph.beads.values(), change_set)
        left = of(run(asked(*after, settings=question.settings)), slug)
        assert not [each for each in left if each.fix], example.sentence
        mended += len(found)
    assert mended


@pytest.mark.parametrize("slug", FIXABLE)
def test_a_fix_relies_on_each_bead_that_it_touches_as_it_was_read(slug: str) -> None:
    for example in examples_of(slug):
        question = asked_of(example)
        for finding in run(question).findings:
            if finding.fix is None:
                continue
            assert set(finding.fix.bead_ids) <= set(finding.fix.relies_on)
            for bead_id, version in finding.fix.relies_on.items():
                assert version == bead_version(question.graph.get(bead_id))


def test_a_superseded_memory_gets_the_labels_and_metadata_of_one() -> None:
    old = {**M1, "dependencies": [{"depends_on_id": "mf-m2", "type": "supersedes"}]}
    new = {**M1, "id": "mf-m2", "created_at": "2026-03-10T09:00:00Z"}
    found = beads(ANCHOR, old, new)
    (finding,) = of(lint(*found), "succession-half-written")
    assert finding.fix is not None
    after = {bead.id: bead for bead in applied(found, finding.fix)}["mf-m1"]
    assert after.labels == ("mem-hard", "mem-superseded", "memory-arch")
    assert after.metadata == {"superseded_by": "mf-m2"}


def test_a_contract_of_closed_work_is_closed_unpinned_and_says_what_was_open() -> None:
    record = {"v": 1, "work": "mf-t1", "clauses": [{"memory": "mf-m1", "status": "open"}]}
    contract = {
        "id": "mf-t1-mc",
        "issue_type": "task",
        "status": "open",
        "pinned": True,
        "labels": ["memory-contract"],
        "metadata": {"fabric_contract": record},
    }
    closed = {
        **T1,
        "status": "closed",
        "closed_at": "2026-03-15T09:00:00Z",
        "dependencies": [{"depends_on_id": "mf-t1-mc", "type": "blocks"}],
    }
    found = beads(ANCHOR, M1, contract, closed)
    (finding,) = of(lint(*found), "contract-outlived")
    assert finding.fix is not None
    after = {bead.id: bead for bead in applied(found, finding.fix)}["mf-t1-mc"]
    assert (after.status, after.pinned) == ("closed", False)
    assert after.close_reason.endswith("it was open for mf-m1")
    left = lint(*applied(found, finding.fix))
    assert of(left, "closed-over-open-contract")
    assert not of(left, "contract-closed-unverified")


class TestAfterBdRenamedEverything:
    """`bd rename-prefix` renames beads and edges, and not the ids in our metadata."""

    def found(self) -> list[Bead]:
        digest = read_memory(beads(self.memory())[0], ARCH).digest
        return beads({**ANCHOR, "id": "new-anc"}, self.memory(), *self.work(digest))

    def memory(self) -> Mapping[str, object]:
        edges = [{"depends_on_id": "new-anc", "type": "relates-to"}]
        return {**M1, "id": "new-m1", "dependencies": edges}

    def work(self, digest: str) -> list[Mapping[str, object]]:
        clauses = [{"memory": "old-m1", "digest": digest, "status": "open"}]
        receipt = {
            "v": 1,
            "at": "2026-03-05T08:00:00Z",
            "by": {"name": "ada"},
            "domains": ["memory-arch"],
            "contract": "old-t1-mc",
            "memories": [
                {"id": "old-m1", "digest": digest, "strength": "hard", "reason": "domain"}
            ],
        }
        relates = {"depends_on_id": "new-m1", "type": "relates-to"}
        work = {
            **T1,
            "id": "new-t1",
            "status": "in_progress",
            "labels": ["memory-arch"],
            "metadata": {"fabric_receipt": receipt},
            "dependencies": [relates, {"depends_on_id": "new-t1-mc", "type": "blocks"}],
        }
        contract = {
            "id": "new-t1-mc",
            "issue_type": "task",
            "status": "open",
            "labels": ["memory-contract"],
            "metadata": {"fabric_contract": {"v": 1, "work": "old-t1", "clauses": clauses}},
            "dependencies": [relates],
        }
        return [work, contract]

    def test_the_stale_ids_are_told(self) -> None:
        outcome = lint(*self.found())
        assert {each.missing for each in of(outcome, "contract-stale")} == {"old-m1", "old-t1"}
        assert {each.missing for each in of(outcome, "stale-receipt")} == {"old-m1", "old-t1-mc"}
        assert not of(outcome, "contract-bypassed")

    def test_the_fixes_write_the_new_ids_run_by_run(self) -> None:
        found = self.found()
        stale = ("contract-stale", "stale-receipt")
        for _ in range(2):  # two fixes of one metadata key wait for one another
            change_set, _ = combined([e for slug in stale for e in of(lint(*found), slug)])
            found = applied(found, change_set)
        outcome = lint(*found)
        assert not [each for slug in stale for each in of(outcome, slug)]
        assert not of(outcome, "hard-memory-without-contract")

    def test_other_words_are_not_taken_for_the_renamed_memory(self) -> None:
        digest = value_digest("something else")
        found = beads({**ANCHOR, "id": "new-anc"}, self.memory(), *self.work(digest))
        for finding in of(lint(*found), "contract-stale"):
            assert (finding.fix is not None) is (finding.missing == "old-t1")


def test_fixes_that_write_the_same_place_otherwise_wait() -> None:
    def fix(value: str) -> Finding:
        change_set = ChangeSet((SetMetadata("a", "k", value),), {"a": "v1"})
        return Finding("x", "error", "a", value, "", fix=change_set)

    change_set, taken = combined([fix("1"), fix("2"), fix("1")])
    assert change_set == ChangeSet((SetMetadata("a", "k", "1"),), {"a": "v1"})
    assert [each.message for each in taken] == ["1", "1"]


def test_a_missing_row_and_a_moved_relation_of_the_same_pair_wait_for_one_another() -> None:
    old = {
        **M1,
        "labels": ["mem-superseded", "mem-hard", "memory-arch"],
        "metadata": {"superseded_by": "mf-m2"},
        "dependencies": [{"depends_on_id": "mf-m2", "type": "supersedes"}],
    }
    new = {**M1, "id": "mf-m2", "created_at": "2026-03-10T09:00:00Z"}
    found = beads(ANCHOR, old, new, {**T1, "status": "in_progress"})
    for _ in range(2):
        change_set, _ = combined(lint(*found).findings)
        found = applied(found, change_set)
    outcome = lint(*found)
    assert not of(outcome, "stale-relation")
    assert not of(outcome, "relation-one-way")
