"""Near-duplicates: the same words, nearly the same, the opposite, and something else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabric.rules_files.similar import NEAR, Likeness, likeness, near, unrepeated
from fabric.rules_files.split import find_rules

WRITES = "Every write goes through the service layer."


@pytest.mark.parametrize(
    ("other", "is_near"),
    [
        pytest.param("every write goes through the service layer", True, id="case and full stop"),
        pytest.param("All writes must go through the service layer", True, id="said otherwise"),
        pytest.param("Reads come from the cache", False, id="another rule"),
        pytest.param("The service layer logs every request", False, id="a shared subject"),
        pytest.param("", False, id="nothing"),
    ],
)
def test_shared_words_make_two_rules_near(other: str, is_near: bool) -> None:
    assert (likeness(WRITES, other) >= NEAR) is is_near


def test_only_the_same_words_in_the_same_order_are_the_same() -> None:
    assert likeness(WRITES, WRITES.upper().rstrip(".")) == 1.0
    assert likeness("Use C", "Use C++") < 1.0
    assert 0.9 < likeness("layers import models", "models import layers") < 1.0


def test_a_rule_that_forbids_what_another_tells_is_near_and_opposed() -> None:
    found = near("Never press Escape", [("a", "Press Escape"), ("b", "never press escape.")])
    assert found == [
        Likeness("b", 1.0, same=True),
        Likeness("a", 0.99, opposed=True),
    ]


def test_scripts_without_spaces_are_compared_by_pairs() -> None:
    assert likeness("提交前必须运行测试", "提交之前必须运行测试") >= NEAR
    assert likeness("提交前必须运行测试", "禁止直接写数据库") < NEAR


def test_the_nearest_come_first_and_equal_ones_by_key() -> None:
    known = [("z", WRITES), ("y", "Every write goes through a layer"), ("a", WRITES)]
    assert [each.key for each in near(WRITES, known)] == ["a", "z", "y"]


def test_what_a_second_file_says_again_is_met_once() -> None:
    agents = find_rules("- Never push.\n- Always pull.\n", "AGENTS.md")
    claude = find_rules("## Notes\n\n- never  push\n- Never lie.\n", "CLAUDE.md")
    kept, repeated = unrepeated([*agents, *claude])
    assert [(each.file, each.line) for each in kept] == [
        ("AGENTS.md", 1),
        ("AGENTS.md", 2),
        ("CLAUDE.md", 4),
    ]
    assert repeated == [(claude[0], agents[0])]


@given(st.text(max_size=80), st.text(max_size=80))
def test_likeness_has_no_direction_and_stays_in_bounds(one: str, other: str) -> None:
    assert likeness(one, other) == likeness(other, one)
    assert 0.0 <= likeness(one, other) <= 1.0
    assert likeness(one, one) == 1.0
