"""Both digests are frozen: these tables may grow, but no row of them may ever change."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import TypedDict, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabric.models.digests import PinnedFields, memory_digest, pinned_text, value_digest

DATA = Path(__file__).parent / "data"


class ValueRow(TypedDict):
    """A sentence, the bare words that it comes down to, and the digest of those."""

    id: str
    says: str
    bare: str
    digest: str


class MemoryRow(TypedDict):
    """How a memory differs from the worked example, and what of that is pinned."""

    id: str
    change: dict[str, object]
    pinned: dict[str, object]
    digest: str


def value_rows() -> list[ValueRow]:
    text = (DATA / "value_digests.json").read_text(encoding="utf-8")
    return cast("list[ValueRow]", json.loads(text))


def memory_table() -> tuple[Mapping[str, object], list[MemoryRow]]:
    table = json.loads((DATA / "memory_digests.json").read_text(encoding="utf-8"))
    return table["base"], table["rows"]


BASE, MEMORY_ROWS = memory_table()


def fields_of(change: Mapping[str, object]) -> PinnedFields:
    return PinnedFields(**{**BASE, **change})  # type: ignore[arg-type]  # from the data file


@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in value_rows()])
def test_the_value_digest_of_a_sentence(row: ValueRow) -> None:
    assert row["digest"] == "v1:" + hashlib.sha256(row["bare"].encode()).hexdigest()
    assert value_digest(row["says"]) == row["digest"]


def test_sentences_with_the_same_bare_words_and_no_others_share_a_value_digest() -> None:
    by_words: dict[str, set[str]] = defaultdict(set)
    for row in value_rows():
        by_words[row["bare"]].add(value_digest(row["says"]))
    assert all(len(digests) == 1 for digests in by_words.values())
    assert len(set.union(*by_words.values())) == len(by_words)


@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in MEMORY_ROWS])
def test_the_digest_of_a_memory(row: MemoryRow) -> None:
    body = {**BASE, **row["pinned"], "v": 1}
    text = json.dumps(body, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert row["digest"] == "sha256:" + hashlib.sha256(text.encode()).hexdigest()
    assert memory_digest(fields_of(row["change"])) == row["digest"]


def test_memories_that_pin_the_same_and_no_others_share_a_digest() -> None:
    by_pinned: dict[str, set[str]] = defaultdict(set)
    for row in MEMORY_ROWS:
        pinned = json.dumps({**BASE, **row["pinned"]}, sort_keys=True)
        by_pinned[pinned].add(memory_digest(fields_of(row["change"])))
    assert all(len(digests) == 1 for digests in by_pinned.values())
    assert len(set.union(*by_pinned.values())) == len(by_pinned)


def test_the_worked_examples_of_both_digests() -> None:
    said = "every write goes through the service layer"
    value = "v1:b555157a4b7ecb9368ae4607ea44278c1191722369e89bb74440cd2090478d3b"
    pinned = "sha256:9c95bf6263683048e54cc5d0a383f7904b190295f9fb07cc7951c86eefd914ce"
    assert value_digest(said) == value
    assert memory_digest(fields_of({})) == pinned


def test_the_tables_are_as_long_as_they_were() -> None:
    assert len(value_rows()) >= 66
    assert len(MEMORY_ROWS) >= 50


@given(st.text())
def test_any_text_has_digests_and_pinning_it_twice_changes_nothing(text: str) -> None:
    assert value_digest(text).startswith("v1:")
    assert pinned_text(pinned_text(text)) == pinned_text(text)
    assert memory_digest(fields_of({"title": text})) == memory_digest(
        fields_of({"title": pinned_text(text)})
    )


@given(st.text(alphabet=st.characters(codec="ascii")))
def test_quotes_case_and_blanks_around_a_sentence_change_no_value_digest(text: str) -> None:
    assert value_digest(f' \u201c{text.upper()}\u201d.  "') == value_digest(text)


def test_a_lone_surrogate_is_digested_like_any_text() -> None:
    assert value_digest("a\ud800") != value_digest("a\ud801")
    assert memory_digest(fields_of({"title": "\ud800"})).startswith("sha256:")
