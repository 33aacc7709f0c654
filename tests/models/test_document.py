"""Documents: plain frozen values that know their keys."""

import pytest

from fabric.models.document import Document, means, plain, shape_of


class Part(Document):
    """A part that may have keys beside its own."""

    further = object

    name: str = means("Its name.")
    size: int = means("Its size.", default=1)


class Whole(Document):
    """A whole."""

    part: Part = means("Its part.")
    parts: list[Part] = means("More of them.", default=[])
    words: dict[str, str] = means("Words.", default={})
    note: str | None = means("A note.", default=None)
    kind: str = "whole"


PART = Part(name="a")


def test_a_key_that_was_not_given_has_its_default() -> None:
    assert (PART.name, PART.size) == ("a", 1)


def test_a_list_or_dictionary_by_default_belongs_to_one_document_only() -> None:
    first, second = Whole(part=PART), Whole(part=PART)
    first.parts.append(PART)
    first.words["a"] = "b"
    assert (second.parts, second.words) == ([], {})


def test_a_key_that_has_no_default_is_needed() -> None:
    with pytest.raises(TypeError, match="Part misses, or does not know: name"):
        Part()  # type: ignore[call-arg]  # that is what must not work


def test_a_key_that_the_class_does_not_name_is_not_taken() -> None:
    with pytest.raises(TypeError, match="colour"):
        Part(name="a", colour="red")  # type: ignore[call-arg]  # that is what must not work


def test_a_key_too_many_does_not_stand_in_for_one_too_few() -> None:
    with pytest.raises(TypeError, match="colour, name"):
        Part(colour="red")  # type: ignore[call-arg]  # that is what must not work


def test_a_document_cannot_be_changed() -> None:
    with pytest.raises(AttributeError, match="frozen"):
        PART.name = "b"  # type: ignore[misc]  # that is what must not work
    with pytest.raises(AttributeError, match="frozen"):
        del PART.name
    assert PART.name == "a"


def test_documents_are_equal_by_kind_keys_and_what_is_beside_them() -> None:
    assert Part(name="a", size=1) == PART
    assert hash(Part(name="a", size=1)) == hash(PART)
    assert Part(name="b") != PART
    assert PART.with_beside({"colour": "red"}) != PART
    assert PART.with_beside({}) == PART
    assert Whole(part=PART) != PART


def test_a_document_with_other_values_keeps_the_rest_and_what_is_beside() -> None:
    there = PART.with_beside({"colour": "red"})
    assert plain(there.but(name="b")) == {"name": "b", "size": 1, "colour": "red"}
    assert plain(there) == {"name": "a", "size": 1, "colour": "red"}
    with pytest.raises(TypeError, match="colour"):
        PART.but(colour="blue")


def test_plain_data_has_the_order_of_the_keys_and_nothing_of_ours_in_it() -> None:
    whole = Whole(note="n", words={"k": "v"}, parts=[PART], part=PART.with_beside({"x": [1]}))
    assert list(plain(whole).items()) == [
        ("part", {"name": "a", "size": 1, "x": [1]}),
        ("parts", [{"name": "a", "size": 1}]),
        ("words", {"k": "v"}),
        ("note", "n"),
        ("kind", "whole"),
    ]
    assert "note" not in plain(Whole(part=PART), without_none=True)
    assert plain(Whole(part=PART))["note"] is None


def test_plain_data_shares_no_list_with_its_document() -> None:
    whole = Whole(part=PART, parts=[PART])
    parts = plain(whole)["parts"]
    assert isinstance(parts, list)
    parts.clear()
    assert whole.parts == [PART]


def test_a_document_says_what_it_holds() -> None:
    assert repr(PART) == "Part(name='a', size=1)"


def test_the_keys_of_what_a_document_is_built_upon_come_first() -> None:
    class More(Part):
        """More than a part."""

        weight: int = means("Its weight.")

    assert list(shape_of(More).keys) == ["name", "size", "weight"]
    assert plain(More(name="a", weight=2)) == {"name": "a", "size": 1, "weight": 2}
