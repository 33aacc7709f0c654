"""Pages and schemas are found in the checkout; what is not there is named, never opened."""

import pytest

from fabric.errors import NotFound
from fabric.package_data import read_rule_page, read_schema, rule_pages, schema_names
from tests.guard import ROOT


def test_every_page_of_the_checkout_is_listed_and_readable() -> None:
    expected = sorted(path.stem for path in (ROOT / "lint" / "rules").glob("*.md"))
    assert list(rule_pages()) == expected
    assert all(read_rule_page(slug) for slug in expected)


def test_every_schema_of_the_checkout_is_listed_and_readable() -> None:
    expected = sorted(path.stem for path in (ROOT / "schemas").glob("*.json"))
    assert list(schema_names()) == expected
    assert all(read_schema(name).startswith("{") for name in expected)


@pytest.mark.parametrize("name", ["no-such-rule", "../../README", "", "rules/memory-title"])
def test_an_unknown_page_is_refused_by_name(name: str) -> None:
    with pytest.raises(NotFound, match="no lint rule"):
        read_rule_page(name)


@pytest.mark.parametrize("name", ["no-such-schema", "../pyproject", ""])
def test_an_unknown_schema_is_refused_by_name(name: str) -> None:
    with pytest.raises(NotFound, match="no published schema"):
        read_schema(name)
