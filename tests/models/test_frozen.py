"""A light dataclass is a dataclass: what the standard library makes is what it is compared with."""

import copy
import dataclasses
import inspect
import pickle
import subprocess
import sys
from collections.abc import Callable, Hashable
from functools import cached_property
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import pytest
from typing_extensions import override

from fabric.models import frozen
from tests.guard import ROOT

Item = TypeVar("Item")
Make = Callable[..., Any]


def standard(**how: bool) -> Make:
    return dataclasses.dataclass(**{"frozen": True, "slots": True, **how})


def light(**how: bool) -> Make:
    return frozen.dataclass(**{"frozen": True, "slots": True, **how})


def shape(make: Make) -> Any:
    @make
    class Value:
        """A value."""

        name: str
        number: int = 3
        tags: tuple[str, ...] = ()
        kind = "value"

        @property
        def loud(self) -> str:
            return self.name.upper()

    return Value


def plain(make: Make) -> Any:
    @make
    class Value:
        name: str
        number: int = 3
        tags: tuple[str, ...] = ()

        def __post_init__(self) -> None:
            if self.number < 0:
                raise ValueError(self.number)

    return Value


def empty(make: Make) -> Any:
    @make
    class Value:
        pass

    return Value


def one(make: Make) -> Any:
    @make
    class Value:
        name: str

    return Value


def generic(make: Make) -> Any:
    @make
    class Value(Generic[Item]):
        item: Item
        items: tuple[Item, ...] = ()

    return Value


@frozen.dataclass(frozen=True, slots=True)
class Light:
    """At the top, where a pickle finds it."""

    name: str
    items: list[str] = frozen.field(default_factory=list)


HOW: list[dict[str, bool]] = [
    {},
    {"slots": False},
    {"frozen": False},
    {"frozen": False, "slots": False},
]
BOTH = pytest.mark.parametrize("make", [standard, light])
SHAPES: list[tuple[Callable[[Make], Any], list[tuple[object, ...]]]] = [
    (shape, [("a",), ("a", 4), ("a", 3, ("x",)), ("b",)]),
    (plain, [("a",), ("a", 4), ("a", 3, ("x",)), ("b",)]),
    (empty, [(), ()]),
    (one, [("a",), ("b",), (1.0,), (1,)]),
    (generic, [("a",), ("a", ("b",))]),
]


@pytest.mark.parametrize(
    ("of", "arguments"), SHAPES, ids=lambda each: getattr(each, "__name__", "")
)
@pytest.mark.parametrize("how", HOW, ids=str)
def test_values_behave_as_those_of_the_standard_library(
    of: Callable[[Make], Any], arguments: list[tuple[object, ...]], how: dict[str, bool]
) -> None:
    expected, got = of(standard(**how)), of(light(**how))
    theirs, ours = [expected(*each) for each in arguments], [got(*each) for each in arguments]
    assert list(map(repr, ours)) == list(map(repr, theirs))
    if how.get("frozen", True):
        assert [hash(x) for x in ours] == [hash(x) for x in theirs] or of is one
    assert isinstance(ours[0], Hashable) is isinstance(theirs[0], Hashable)
    assert [[x == y for y in ours] for x in ours] == [[x == y for y in theirs] for x in theirs]
    assert ours[0] != theirs[0]
    assert list(map(dataclasses.asdict, ours)) == list(map(dataclasses.asdict, theirs))
    assert list(map(copy.deepcopy, ours)) == ours
    assert list(map(copy.copy, ours)) == ours


@pytest.mark.parametrize("of", [shape, plain, empty, one, generic])
@pytest.mark.parametrize("how", [*HOW, {"kw_only": True}], ids=str)
def test_a_class_tells_of_itself_what_one_of_the_standard_library_tells(
    of: Callable[[Make], Any], how: dict[str, bool]
) -> None:
    expected, got = of(standard(**how)), of(light(**how))
    assert inspect.signature(got) == inspect.signature(expected)
    assert list(map(str, dataclasses.fields(got))) == list(map(str, dataclasses.fields(expected)))
    for name in ("__match_args__", "__slots__", "__qualname__", "__module__"):
        assert getattr(got, name, None) == getattr(expected, name, None)
    assert dataclasses.is_dataclass(got)
    if getattr(expected, "__doc__", "").startswith("A "):
        assert got.__doc__ == expected.__doc__


@BOTH
@pytest.mark.parametrize("slots", [True, False])
def test_a_value_is_frozen(make: Callable[..., Make], slots: bool) -> None:
    value = shape(make(slots=slots))("a")
    with pytest.raises(dataclasses.FrozenInstanceError):
        value.name = "b"
    with pytest.raises(dataclasses.FrozenInstanceError):
        del value.name
    if slots:
        with pytest.raises(AttributeError):
            object.__setattr__(value, "other", 1)
    assert (value.name, value.loud, value.kind) == ("a", "A", "value")


@BOTH
def test_what_is_missing_or_too_much_is_refused(make: Callable[..., Make]) -> None:
    kind = shape(make())
    for arguments, named in (((), {}), (("a", 1, (), 2), {}), (("a",), {"other": 1})):
        with pytest.raises(TypeError):
            kind(*arguments, **named)
    with pytest.raises(TypeError):
        shape(make(kw_only=True))("a")
    assert shape(make(kw_only=True))(name="a", number=5).number == 5


@BOTH
def test_what_is_checked_behind_the_making_is_checked(make: Callable[..., Make]) -> None:
    kind = plain(make())
    with pytest.raises(ValueError, match="-1"):
        kind("a", -1)
    with pytest.raises(ValueError, match="-1"):
        dataclasses.replace(kind("a"), number=-1)


def test_a_default_may_be_made_anew_for_each_value() -> None:
    assert Light("a").items == []
    assert Light("a").items is not Light("a").items
    assert Light("a", ["b"]).items == ["b"]


def test_a_value_is_pickled() -> None:
    assert pickle.loads(pickle.dumps(Light("a", ["b"]))) == Light("a", ["b"])  # noqa: S301  # our own


def test_a_value_is_matched_by_place() -> None:
    match Light("a", ["b"]):
        case Light(name, items):
            assert (name, items) == ("a", ["b"])


@pytest.mark.parametrize("replace", [frozen.replace, dataclasses.replace])
def test_some_fields_are_replaced(replace: Callable[..., Any]) -> None:
    assert replace(Light("a", ["b"]), name="c") == Light("c", ["b"])
    with pytest.raises(TypeError):
        replace(Light("a"), other=1)
    with pytest.raises(TypeError):
        replace("a", name="c")
    with pytest.raises(TypeError):
        replace(Light, name="c")
    keyword = shape(light(kw_only=True))(name="a")
    assert replace(keyword, number=4).number == 4
    assert replace(plain(standard())("a"), name="c").name == "c"


def test_a_value_is_replaced_as_the_module_copy_of_python_3_13_does_it() -> None:
    value: Any = Light("a", ["b"])
    assert value.__replace__(name="c") == Light("c", ["b"])
    with pytest.raises(TypeError):
        value.__replace__(other=1)


@pytest.mark.parametrize("kind", [Light, shape(light()), shape(standard()), one(light())])
def test_the_fields_are_named_in_their_order(kind: Any) -> None:
    assert frozen.field_names(kind) == tuple(each.name for each in dataclasses.fields(kind))


class Pair(NamedTuple):
    first: object
    second: object = None


def test_a_value_is_told_by_its_fields_down_to_the_last() -> None:
    inner, wide = Light("b", ["c"]), shape(standard())("d", tags=("e",))
    values: list[Any] = [inner, [inner], (inner, 1), {"key": inner}, Pair(inner, wide), wide, "f"]
    for each in values:
        value = Light("a", [each])
        assert frozen.asdict(value) == dataclasses.asdict(value)
        assert type(frozen.asdict(value)["items"][0]) is type(dataclasses.asdict(value)["items"][0])
    assert frozen.asdict(inner)["items"] is not inner.items


def test_what_is_found_out_once_is_kept_beside_the_fields() -> None:
    @frozen.dataclass(frozen=True)
    class Value:
        name: str
        items: list[str] = frozen.field(default_factory=list)

        @cached_property
        def loud(self) -> str:
            return self.name.upper()

    value = Value("a")
    assert value.loud is value.loud == "A"
    assert value == Value("a") == copy.copy(value)
    assert set(vars(value)) == {"name", "items", "loud"}


def test_a_variable_of_the_class_is_no_field() -> None:
    @frozen.dataclass(frozen=True, slots=True)
    class Value:
        name: str
        kind: ClassVar[str] = "value"

    assert Value("a").kind == Value.kind == "value"
    assert [each.name for each in dataclasses.fields(Value)] == ["name"]


@BOTH
@pytest.mark.parametrize("slots", [True, False])
def test_one_that_may_change_changes(make: Callable[..., Make], slots: bool) -> None:
    value = shape(make(frozen=False, slots=slots))("a")
    value.name = "b"
    assert (value.loud, value == type(value)("b")) == ("B", True)
    if slots:
        with pytest.raises(AttributeError):
            value.other = 1


# What only the standard library knows how to do is left to it


def test_one_with_ways_of_its_own() -> None:
    @frozen.dataclass(frozen=True, slots=True)
    class Value:
        name: str

        @override
        def __eq__(self, other: object) -> bool:
            return True

        @override
        def __hash__(self) -> int:
            return 7

    assert Value("a") == Value("b")
    assert hash(Value("a")) == 7


def test_one_that_extends_another() -> None:
    @frozen.dataclass(frozen=True, slots=True)
    class Longer(Light):
        more: int = 0

    assert Longer("a", ["b"], 2) == Longer("a", ["b"], more=2)
    assert [each.name for each in dataclasses.fields(Longer)] == ["name", "items", "more"]


def test_one_whose_annotations_are_texts() -> None:
    @frozen.dataclass(frozen=True, slots=True)
    class Value:
        name: "str"

    assert Value("a").name == "a"


def test_a_default_that_could_be_changed_is_refused() -> None:
    with pytest.raises(ValueError, match="mutable default"):

        @frozen.dataclass(frozen=True, slots=True)
        class Value:
            items: list[str] = []  # noqa: RUF012  # that is the point


def test_nothing_is_loaded_until_somebody_looks() -> None:
    program = (
        "import sys\n"
        "from fabric.models.frozen import dataclass, replace\n"
        "@dataclass(frozen=True, slots=True)\n"
        "class Value:\n"
        "    name: str\n"
        "assert replace(Value('a'), name='b') == Value('b') and {Value('a')} and repr(Value('a'))\n"
        "print('dataclasses' in sys.modules)\n"
        "Value.__dataclass_fields__\n"
        "print('dataclasses' in sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.stdout.split() == ["False", "True"], done.stderr
