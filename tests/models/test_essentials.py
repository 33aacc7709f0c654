"""The essentials agree with the full check of the settings, or leave a table to it."""

from pathlib import Path

import pytest
from pydantic import BaseModel

from fabric.config import essentials_of, parse_settings
from fabric.errors import BadSettings
from fabric.models.essentials import _KEYS, _TEXTS, Essentials, read_essentials
from fabric.models.settings import Settings

USUAL: list[dict[str, object]] = [
    {},
    {"prefix": "shop", "store": "memory:"},
    {"domains": [{"label": "memory-arch", "title": "Architecture", "always": True}]},
    {"domains": [{"label": "memory-a", "short": "x", "anchor": "shop-1"}, {"label": "memory-b"}]},
    {"work": {"types": ["task"], "active_statuses": ["open"], "adopted": "2026-01-01"}},
    {"governance": {"reviewers": ["vera"], "solo": True, "require_review": True}},
    {"prime": {"max_chars": 500, "deadline_seconds": 2}},
    {"prime": {"deadline_seconds": 0.5}, "lint": {"fail_on": "warning"}, "budget": {"memories": 3}},
]
UNUSUAL: list[dict[str, object]] = [
    {"stroe": "memory:"},
    {"governance": {"require_reviw": True}},
    {"lint": {"severty": {}}},
    {"governance": {"require_review": "yes"}},
    {"governance": []},
    {"prime": {"max_chars": 499}},
    {"prime": {"max_chars": "9000"}},
    {"prime": {"max_chars": True}},
    {"prime": {"deadline_seconds": 0}},
    {"prime": {"deadline_seconds": "5"}},
    {"work": {"types": "task"}},
    {"work": {"types": [1]}},
    {"store": 7},
    {"domains": {}},
    {"domains": [{"label": "arch"}]},
    {"domains": [{"label": "memory-API"}]},
    {"domains": [{"label": "memory-anchor"}]},
    {"domains": [{"title": "No label"}]},
    {"domains": [{"label": "memory-a", "short": "x"}, {"label": "memory-b", "short": "X"}]},
    {"domains": [{"label": "memory-a", "colour": "red"}]},
    {"domains": ["memory-a"]},
]


def told(essentials: Essentials) -> tuple[object, ...]:
    return (*essentials._replace(domains=None), *essentials.domains)  # type: ignore[arg-type]  # compared apart


@pytest.mark.parametrize("table", USUAL, ids=str)
def test_a_usual_table_is_read_as_the_full_check_reads_it(table: dict[str, object]) -> None:
    read = read_essentials(table)
    assert read is not None
    assert told(read) == told(essentials_of(parse_settings(table, Path("fabric.toml"))))


@pytest.mark.parametrize("table", UNUSUAL, ids=str)
def test_an_unusual_table_is_left_to_the_full_check(table: dict[str, object]) -> None:
    assert read_essentials(table) is None


def test_most_of_what_is_left_to_it_the_full_check_refuses() -> None:
    refused = 0
    for table in UNUSUAL:
        try:
            parse_settings(table, None)
        except BadSettings:
            refused += 1
    assert refused > len(UNUSUAL) / 2


def test_every_key_of_the_settings_is_known() -> None:
    sections = {
        name: set(type(value).model_fields)
        for name, value in Settings()
        if isinstance(value, BaseModel)
    }
    assert sections == {name: set(keys) for name, keys in _KEYS.items()}
    assert set(Settings.model_fields) == {*sections, *_TEXTS, "domains"}
