"""`propose --file`: a memory as a text that people write by hand."""

from pathlib import Path

import pytest

from tests.faces.shop import Ran, Shop
from tests.faces.test_exits import expect

WHOLE = """\
# A comment line
Title: [MEMORY][ARCH][HARD] Writes go through the layer
Owner: platform
Effective: 2026-03-02
Path: src/**
Path: lib/**
Label: backend
Issue type: bug
Evidence: https://shop.example/1
Review by: 2027-01-01

Scope: Server code,
and workers.
Out of Scope: Tests.
Rule: Every write goes through the service layer.
Rationale: One place to audit.
Failure Mode: Lost writes.

Given a write, when it skips the layer, then review refuses it
Verification command(s):
pytest -q tests/service
manual: read the diff
"""


def propose(shop: Shop, text: str | bytes, *more: str) -> Ran:
    data = text if isinstance(text, bytes) else text.encode()
    Path("memory.md").write_bytes(data)
    return shop.fabric("propose", "--file", "memory.md", "--json", *more)


def test_all_of_it_is_taken(shop: Shop) -> None:
    memory = propose(shop, WHOLE).document["memory"]
    assert memory["title"] == "[MEMORY][ARCH][HARD] Writes go through the layer"
    assert (memory["domain"], memory["strength"]) == ("memory-arch", "hard")
    assert memory["rule"] == "Every write goes through the service layer."
    assert memory["sections"]["Scope"] == "Server code,\nand workers."
    assert memory["sections"]["Failure Mode"] == "Lost writes."
    assert memory["checks"] == ["Given a write, when it skips the layer, then review refuses it"]
    assert memory["commands"] == [
        {"text": "pytest -q tests/service", "manual": False},
        {"text": "read the diff", "manual": True},
    ]
    assert memory["applies_to"] == {
        "paths": ["lib/**", "src/**"],
        "labels": ["backend"],
        "issue_types": ["bug"],
    }
    assert (memory["owner"], memory["effective_date"]) == ("platform", "2026-03-02")
    assert memory["evidence"] == ["https://shop.example/1"]


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(WHOLE.replace("\n", "\r\n").encode(), id="CRLF"),
        pytest.param(b"\xef\xbb\xbf" + WHOLE.encode(), id="a byte order mark"),
        pytest.param(WHOLE.replace("Title:", "TITLE :").encode(), id="another case"),
    ],
)
def test_however_it_was_saved(data: bytes, shop: Shop) -> None:
    memory = propose(shop, data).document["memory"]
    assert memory["statement"] == "Writes go through the layer"
    assert "\r" not in str(memory)
    assert "\ufeff" not in str(memory)


def test_options_win_over_the_file(shop: Shop) -> None:
    more = ("--domain", "ux", "--strength", "soft", "--rule", "Another rule", "--owner", "me")
    memory = propose(shop, WHOLE, *more).document["memory"]
    assert (memory["domain"], memory["strength"]) == ("memory-ux", "soft")
    assert (memory["rule"], memory["owner"]) == ("Another rule", "me")


def test_a_plain_file_needs_only_domain_strength_and_rule(shop: Shop) -> None:
    text = "Domain: arch\nStrength: soft\nRule: Prefer small modules.\n"
    assert propose(shop, text).document["memory"]["rule"] == "Prefer small modules."


WRONG = [
    pytest.param("Rule: x\n", "domain", id="no domain"),
    pytest.param("Domain: arch\nRule: x\n", "strength", id="no strength"),
    pytest.param("Domain: arch\nStrength: soft\n", "no rule", id="no rule"),
    pytest.param("", "holds no memory", id="nothing"),
    pytest.param(b"\xff\xfe\x00", "not UTF-8", id="not UTF-8"),
    pytest.param("x" * 300_000, "too large", id="a manual"),
]


@pytest.mark.parametrize(("text", "said"), WRONG)
def test_what_is_no_memory_is_refused(text: str | bytes, said: str, shop: Shop) -> None:
    ran = propose(shop, text)
    expect(ran, 2)
    assert any(word in ran.err for word in said.split("|"))


def test_a_file_that_is_not_there_is_refused(shop: Shop) -> None:
    expect(shop.fabric("propose", "--file", "gone.md"), 2)
    expect(shop.fabric("propose", "--file", "."), 2)


def test_a_file_that_holds_no_memory_is_refused_whatever_the_options_say(shop: Shop) -> None:
    ran = propose(shop, "root:x:0:0:root:/root:/bin/sh\n", "--domain", "arch", "--rule", "Be kind")
    expect(ran, 2)
    assert "holds no memory" in ran.err
