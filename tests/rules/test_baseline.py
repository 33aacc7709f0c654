"""A baseline knows findings by what they are, not by where they stand, and only shrinks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabric.errors import BadSettings
from fabric.models.finding import Finding
from fabric.rules.baseline import (
    Baseline,
    baseline_of,
    compare,
    read_baseline,
    write_baseline,
)


def finding(bead: str = "shop-t1", missing: str = "a relation", line: int = 0) -> Finding:
    return Finding("work-without-memory", "error", bead, f"line {line}", "", missing, line=line)


def test_another_line_or_message_makes_no_finding_new() -> None:
    compared = compare(baseline_of([finding(line=3)]), [finding(line=40)])
    assert (compared.new, compared.known, compared.mended) == ((), 1, ())


def test_something_else_missing_on_the_same_bead_is_new() -> None:
    other = finding(missing="a receipt")
    assert compare(baseline_of([finding()]), [finding(), other]).new == (other,)


def test_a_second_finding_of_the_same_kind_is_new() -> None:
    second = finding(line=9)
    compared = compare(baseline_of([finding()]), [finding(), second])
    assert (compared.new, compared.known) == ((second,), 1)


def test_what_was_mended_leaves_the_baseline_and_comes_back_as_new() -> None:
    compared = compare(baseline_of([finding(), finding("shop-t2")]), [finding()])
    assert compared.mended == (("work-without-memory", "shop-t2", "a relation"),)
    assert compared.left == baseline_of([finding()])
    assert compare(compared.left, [finding("shop-t2")]).new == (finding("shop-t2"),)


def test_the_text_is_sorted_and_has_a_line_a_finding() -> None:
    text = write_baseline(baseline_of([finding("shop-t2"), finding(), finding()]))
    assert text == (
        '{\n  "version": "lint-baseline-v1",\n  "findings": [\n'
        '    {"rule": "work-without-memory", "bead": "shop-t1", "missing": "a relation", '
        '"count": 2},\n'
        '    {"rule": "work-without-memory", "bead": "shop-t2", "missing": "a relation", '
        '"count": 1}\n  ]\n}\n'
    )


def test_an_empty_baseline_is_written_and_read() -> None:
    assert read_baseline(write_baseline(Baseline()), "b.json").size == 0


@given(st.dictionaries(st.tuples(st.text(), st.text(), st.text()), st.integers(1, 9)))
def test_what_was_written_is_read_back(known: dict[tuple[str, str, str], int]) -> None:
    assert read_baseline(write_baseline(Baseline(known)), "b.json") == Baseline(known)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("{", "is no JSON", id="broken text"),
        pytest.param("[" * 100_000, "is no JSON", id="text nested too deep"),
        pytest.param("[]", "holds no list", id="a list"),
        pytest.param('{"findings": []}', "version is None", id="no version"),
        pytest.param('{"version": "lint-baseline-v9", "findings": []}', "v9", id="a newer version"),
        pytest.param(
            '{"version": "lint-baseline-v1", "findings": [{"rule": "x"}]}',
            "finding 1 lacks",
            id="no bead",
        ),
        pytest.param(
            '{"version": "lint-baseline-v1", "findings": [{"rule":"x","bead":"y","count":0}]}',
            "count",
            id="a count of nothing",
        ),
    ],
)
def test_a_baseline_that_cannot_be_read_says_why(text: str, said: str) -> None:
    with pytest.raises(BadSettings, match=said) as raised:
        read_baseline(text, "b.json")
    assert "b.json" in raised.value.what
    assert "--write-baseline" in raised.value.remedy
