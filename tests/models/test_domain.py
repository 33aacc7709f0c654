"""Domains: found by label or short name, never by a label's look."""

import pytest

from fabric.errors import WrongUse
from fabric.models.domain import Domain, Domains, domain_label

ARCH = Domain("memory-arch", "Architecture")
UX = Domain("memory-ux", "UI/UX", short="ui")
API = Domain("memory-API")
KNOWN = Domains((UX, ARCH, API))


@pytest.mark.parametrize(
    ("name", "domain"),
    [
        ("memory-arch", ARCH),
        ("arch", ARCH),
        (" Arch ", ARCH),
        ("MEMORY-ARCH", ARCH),
        ("ui", UX),
        ("memory-ux", UX),
        ("memory-API", API),
        ("api", API),
        ("ux", None),
        ("memory", None),
        ("memory-", None),
        ("arch*", None),
        ("", None),
        ("Architecture", None),
    ],
)
def test_a_domain_is_found_by_label_or_short_name_case_aside(
    name: str, domain: Domain | None
) -> None:
    assert KNOWN.get(name) == domain
    if domain is None:
        with pytest.raises(WrongUse, match="no domain") as refused:
            KNOWN.named(name)
        assert refused.value.remedy.startswith("Known: API, arch, ui.")
    else:
        assert KNOWN.named(name) == domain


def test_with_no_domain_known_the_refusal_says_so() -> None:
    with pytest.raises(WrongUse) as refused:
        Domains().named("arch")
    assert refused.value.remedy.startswith("Known: none yet.")


def test_domains_are_told_in_the_order_of_their_labels() -> None:
    assert list(KNOWN) == [API, ARCH, UX]
    assert len(KNOWN) == 3
    assert KNOWN.labels == {"memory-API", "memory-arch", "memory-ux"}


def test_only_known_labels_are_domains() -> None:
    labels = ["memory", "memory-leak", "memory-ux", "mem-hard", "memory-arch", "memory-ARCH"]
    assert KNOWN.of(labels) == ("memory-arch", "memory-ux")
    assert KNOWN.of(["memory-leak"]) == ()
    assert "memory-arch" in KNOWN
    assert "arch" not in KNOWN


def test_a_domain_has_a_short_name_and_a_title_to_show() -> None:
    assert (ARCH.short_name, ARCH.display_title) == ("arch", "Architecture")
    assert (UX.short_name, UX.display_title) == ("ui", "UI/UX")
    assert (API.short_name, API.display_title) == ("API", "Api")


def test_an_anchor_adds_its_domain_and_what_the_settings_leave_unsaid() -> None:
    merged = KNOWN.with_anchors(
        [
            Domain("memory-ux", "Other title", anchor="a-ux"),
            Domain("memory-API", "Interfaces", anchor="a-api"),
            Domain("memory-API", "Second", anchor="a-second"),
            Domain("memory-new", "New", anchor="a-new"),
        ]
    )
    assert merged.named("ui") == Domain("memory-ux", "UI/UX", "ui", "a-ux")
    assert merged.named("api") == Domain("memory-API", "Interfaces", anchor="a-api")
    assert merged.named("new").anchor == "a-new"
    assert KNOWN.get("new") is None


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("arch", "memory-arch"),
        (" Memory-Arch ", "memory-arch"),
        ("data-flow", "memory-data-flow"),
        ("data_flow2", "memory-data_flow2"),
        ("größe", "memory-größe"),
        *((bad, None) for bad in ("", " ", "-", "a b", "a,b", "a/b", "[x]", "memory-")),
        *((bad, None) for bad in ("anchor", "contract", "memory-anchor", "Memory-Contract")),
    ],
)
def test_the_label_of_a_domain(name: str, label: str | None) -> None:
    if label is None:
        with pytest.raises(WrongUse, match="cannot name a domain"):
            domain_label(name)
    else:
        assert domain_label(name) == label
