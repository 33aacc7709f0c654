"""What is read at once is what the full check would read; what it refuses is never read at once."""

import json
from collections.abc import Iterable
from types import NoneType, UnionType
from typing import Literal, get_args, get_origin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabric.models.actor import Actor
from fabric.models.contract import ContractRecord
from fabric.models.document import NEEDED, BadDocument, Document, means, plain, shape_of
from fabric.models.document_checking import checked_document
from fabric.models.document_reading import read_document, usual_document
from fabric.models.memory_metadata import FabricMetadata, MemoryMetadata
from fabric.models.receipt import Receipt
from fabric.models.settings import GovernanceSettings, Settings
from tests.models.records import json_values

READ = (Settings, GovernanceSettings, Receipt, ContractRecord, FabricMetadata, MemoryMetadata)

TEXTS = st.text(max_size=5) | st.sampled_from(["memory-arch", "X", "5", "true", "é", "null"])
DATES = st.sampled_from(["2026-03-02", "2026-03-02T09:00:00Z"])
LABELS = st.sampled_from(["memory-arch", "arch", " API ", "ux", "memory-Data"])
MEANT: dict[str, st.SearchStrategy[object]] = {
    **dict.fromkeys(("adopted", "until", "effective_date"), DATES),
    "label": LABELS,
    "memories": st.integers(1, 9),
    **dict.fromkeys(("reason", "name"), st.text(min_size=1, max_size=5)),
}
ODD_VALUES: list[object] = [
    *(None, True, False, 0, 1, -1, 10**20, 2**53 + 1, 1.0, 0.5, -0.0, 1e400, float("nan")),
    *("", "1", "0.5", "true", "soft", "\ud800", "é\udc00", "2026-03-02", "soon", b"x"),
    *([], {}, [1], ["a"], ("a",), {"a"}, {"a": "b"}, {"a": 1}, {1: "a"}, {"\ud800": "a"}),
    *([None], [["a"]], {"name": "a"}, {"name": ""}, {"name": "a", "later": 1}, '{"digest": "d"}'),
]
ODD = st.sampled_from(ODD_VALUES) | json_values


class Every(Document):
    """One key of each type that a document may have."""

    text: str = means("A text.", default="")
    long: str = means("A text of two letters and more.", default="ab", min_length=2)
    whole: int = means("A whole number.", default=1)
    small: int = means("One from 1.", default=1, ge=1)
    number: float = means("A number.", default=1.0)
    above: float = means("One above 0.", default=1.0, gt=0)
    flag: bool = means("A flag.", default=True)
    word: Literal["soft", 1] = means("One of these.", default="soft")
    perhaps: int | None = means("A number, or nothing.", default=None)
    either: str | list[str] | None = means("A text, texts, or nothing.", default=None)
    texts: list[str] = means("Texts.", default=[])
    table: dict[str, str] = means("Texts by name.", default={})
    actor: Actor | None = means("Somebody.", default=None)
    actors: list[Actor] = means("Some people.", default=[])
    anything: list[dict[str, object]] = means("Anything.", default=[])


def usual_values(annotation: object) -> st.SearchStrategy[object]:
    """Values of a type of a key."""
    if isinstance(annotation, type) and issubclass(annotation, Document):
        return documents(annotation)
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is list:
        return st.lists(usual_values(inner[0]), max_size=2)
    if origin is dict:
        return st.dictionaries(TEXTS, usual_values(inner[1]), max_size=2)
    if origin is Literal:
        return st.sampled_from(inner)
    if origin is UnionType:
        return st.one_of([usual_values(each) for each in inner])
    simple: dict[object, st.SearchStrategy[object]] = {
        str: TEXTS,
        int: st.integers(500, 900),
        float: st.floats(0.1, 9) | st.integers(1, 9),
        bool: st.booleans(),
        NoneType: st.none(),
    }
    return simple[annotation]


def documents(kind: type[Document]) -> st.SearchStrategy[dict[str, object]]:
    """Plain data that is a document of a kind."""
    needed: dict[str, st.SearchStrategy[object]] = {}
    optional: dict[str, st.SearchStrategy[object]] = {}
    for name, key in shape_of(kind).keys.items():
        is_meant = name in MEANT and key.kind in {str, str | None, int}
        values = MEANT[name] if is_meant else usual_values(key.kind)
        (needed if key.default is NEEDED else optional)[name] = values
    return st.fixed_dictionaries(needed, optional=optional)


def spoil(data: st.DataObject, values: object) -> object:
    """The same data with an odd value in one place, or a key too many, or a key too few."""
    if not isinstance(values, dict | list) or not values or data.draw(st.integers(0, 3)) == 0:
        return data.draw(ODD)
    if isinstance(values, list):
        place = data.draw(st.integers(0, len(values) - 1))
        return [*values[:place], spoil(data, values[place]), *values[place + 1 :]]
    name = data.draw(st.sampled_from([*values, "later"]))
    if data.draw(st.integers(0, 9)) == 0:
        return {key: value for key, value in values.items() if key != name}
    return {**values, name: spoil(data, values.get(name))}


def fully(kind: type[Document], values: object) -> Document | None:
    try:
        return checked_document(kind, values)
    except BadDocument:
        return None


def told(document: Document | None) -> str:
    """A document with the types of all its values: 1, 1.0 and True are three."""
    return json.dumps(plain(document)) if document else "refused"


@pytest.mark.parametrize("kind", READ, ids=lambda kind: kind.__name__)
@given(data=st.data())
def test_what_is_read_at_once_is_what_the_full_check_reads(
    kind: type[Document], data: st.DataObject
) -> None:
    values: object = data.draw(documents(kind))
    if data.draw(st.booleans()):
        values = spoil(data, values)
    at_once = usual_document(kind, values)
    if at_once is not None:
        assert told(at_once) == told(fully(kind, values))


@pytest.mark.parametrize("name", shape_of(Every).keys)
def test_an_odd_value_is_read_alike_or_left_to_the_full_check(name: str) -> None:
    for odd in ODD_VALUES:
        at_once = usual_document(Every, {name: odd})
        if at_once is not None:
            assert told(at_once) == told(fully(Every, {name: odd})), odd


@pytest.mark.parametrize("kind", [Receipt, ContractRecord, FabricMetadata, MemoryMetadata])
@given(data=st.data())
def test_what_we_write_ourselves_is_read_at_once(kind: type[Document], data: st.DataObject) -> None:
    values = data.draw(documents(kind))
    assert usual_document(kind, values) == checked_document(kind, values)


USUAL: list[dict[str, object]] = [
    {},
    {"prefix": "shop", "store": "memory:"},
    {"domains": [{"label": "memory-arch", "title": "Architecture", "always": True}]},
    {"domains": [{"label": "memory-a", "short": "x", "anchor": "shop-1"}, {"label": "b"}]},
    {"domains": [{"label": "memory-API"}]},
    {"work": {"types": ["task"], "active_statuses": ["open"], "adopted": "2026-01-01"}},
    {"governance": {"reviewers": ["vera"], "solo": True, "require_review": True}},
    {"prime": {"max_chars": 500, "deadline_seconds": 2}},
    {"prime": {"deadline_seconds": 0.5}, "lint": {"fail_on": "warning"}, "budget": {"memories": 3}},
    {"lint": {"severity": {"r": "off"}, "ignore": [{"rule": "r", "reason": "x"}]}},
]
UNUSUAL: list[dict[str, object]] = [
    {"stroe": "memory:"},
    {"governance": {"require_reviw": True}},
    {"lint": {"severty": {}}},
    {"lint": {"severity": {"r": "loud"}}},
    {"governance": {"require_review": "yes"}},
    {"governance": []},
    {"prime": {"max_chars": 499}},
    {"prime": {"max_chars": "9000"}},
    {"prime": {"max_chars": True}},
    {"prime": {"deadline_seconds": 0}},
    {"prime": {"deadline_seconds": "5"}},
    {"work": {"types": "task"}},
    {"work": {"types": [1]}},
    {"work": {"adopted": "soon"}},
    {"store": 7},
    {"prefix": "\ud800"},
    {"domains": {}},
    {"domains": [{"label": "memory-anchor"}]},
    {"domains": [{"title": "No label"}]},
    {"domains": [{"label": "memory-a", "short": "x"}, {"label": "memory-b", "short": "X"}]},
    {"domains": [{"label": "memory-a", "colour": "red"}]},
    {"domains": ["memory-a"]},
]


@pytest.mark.parametrize("values", USUAL, ids=str)
def test_usual_settings_are_read_at_once(values: dict[str, object]) -> None:
    assert usual_document(Settings, values) == checked_document(Settings, values)


@pytest.mark.parametrize("values", UNUSUAL, ids=str)
def test_unusual_settings_are_left_to_the_full_check(values: dict[str, object]) -> None:
    assert usual_document(Settings, values) is None


def test_most_of_what_is_left_to_it_the_full_check_refuses() -> None:
    refused = [values for values in UNUSUAL if fully(Settings, values) is None]
    assert len(UNUSUAL) / 2 < len(refused) < len(UNUSUAL)


def test_what_merely_looks_odd_is_taken_for_what_it_means() -> None:
    read = read_document(Settings, {"prime": {"max_chars": "9000"}, "governance": {"solo": "yes"}})
    assert (read.prime.max_chars, read.governance.solo) == (9000, True)


@pytest.mark.parametrize(
    ("kind", "values", "path", "said"),
    [
        (Actor, {}, ("name",), "name: Field required"),
        (Actor, {"name": ""}, ("name",), "name: String should have at least 1 character"),
        (Actor, [], (), "Input should be a valid dictionary or instance of Actor"),
        (Receipt, {"by": {"name": "a"}, "at": "t", "v": 2}, ("v",), "v: Input should be 1"),
        (
            Receipt,
            {"by": {"name": "a"}, "at": "t", "memories": [{"id": "m"}]},
            ("memories", "0", "digest"),
            "memories.0.digest: Field required",
        ),
    ],
)
def test_what_is_refused_is_said_with_its_place(
    kind: type[Document], values: object, path: Iterable[str], said: str
) -> None:
    with pytest.raises(BadDocument) as refused:
        read_document(kind, values)
    assert (refused.value.path, str(refused.value)) == (tuple(path), said)
    assert not refused.value.unknown_key


@pytest.mark.parametrize("name", ["later", "plain", "given", "beside", "__class__", "at_"])
def test_a_key_that_a_newer_version_wrote_is_kept_whatever_its_name(name: str) -> None:
    written = {"by": {"name": "a"}, "at": "t", "memories": [], name: {"x": [1, None]}}
    read = read_document(Receipt, written)
    assert read.beside == {name: {"x": [1, None]}}
    assert plain(read)[name] == {"x": [1, None]}
    assert read.but(at="u").beside == read.beside
