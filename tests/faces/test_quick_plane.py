"""The quick plane on the command line: bd's documents, streams and exit statuses, and what we add."""

import pytest

from tests.faces.shop import Shop

DOG = "The dog is never fed from the table"

# bd 1.3.0, seen live: what is typed, its whole JSON document, its exit status. Each row continues
# the story of those before it. `error` and `hint` say the same in words of our own.
GOLDEN: list[tuple[tuple[str, ...], dict[str, object], int]] = [
    (
        ("remember", "Alpha text one", "--key", "alpha"),
        {"action": "remembered", "key": "alpha", "schema_version": 1, "value": "Alpha text one"},
        0,
    ),
    (
        ("remember", "New note here"),
        {
            "action": "remembered",
            "key": "new-note-here",
            "schema_version": 1,
            "value": "New note here",
        },
        0,
    ),
    (
        ("remember", "alpha"),
        {
            "action": "recalled",
            "found": True,
            "key": "alpha",
            "schema_version": 1,
            "value": "Alpha text one",
        },
        0,
    ),
    (("remember", "nokey"), {"error": ..., "hint": ..., "schema_version": 1}, 1),
    (("remember", ""), {"error": ..., "hint": ..., "schema_version": 1}, 1),
    (("remember", "   "), {"error": ..., "hint": ..., "schema_version": 1}, 1),
    (("remember", "recall"), {"error": ..., "hint": ..., "schema_version": 1}, 1),
    (("remember", "日本語"), {"error": ..., "hint": ..., "schema_version": 1}, 1),
    (
        ("recall", "alpha"),
        {"found": True, "key": "alpha", "schema_version": 1, "value": "Alpha text one"},
        0,
    ),
    (("recall", "nope"), {"found": False, "key": "nope", "schema_version": 1, "value": ""}, 1),
    (("recall", "   "), {"error": ..., "hint": ..., "schema_version": 1}, 1),
    (
        ("memories",),
        {"alpha": "Alpha text one", "new-note-here": "New note here", "schema_version": 1},
        0,
    ),
    (("memories", "alpha"), {"alpha": "Alpha text one", "schema_version": 1}, 0),
    (("memories", "zzz"), {"schema_version": 1}, 0),
    (("forget", "nope"), {"found": "false", "key": "nope", "schema_version": 1}, 1),
    (
        ("forget", "alpha"),
        {"deleted": "true", "key": "alpha", "schema_version": 1, "value": "Alpha text one"},
        0,
    ),
    (("forget", "new-note-here"), {"deleted": "true", "key": ..., "schema_version": 1}, 0),
    (("memories",), {"schema_version": 1}, 0),
]
"""`forget` adds the text that went (`value`): a message of success says what was there."""


def test_the_golden_table_of_bd_holds(shop: Shop) -> None:
    for words, document, status in GOLDEN:
        ran = shop.fabric(*words, "--json")
        assert (ran.status, ran.err) == (status, ""), words
        told = ran.document
        if words[0] == "forget" and "value" not in document:
            told.pop("value", None)
        assert told.keys() == document.keys(), words
        assert {**told, **{k: v for k, v in document.items() if v is not ...}} == told, words


def test_words_for_a_person_are_bds_too(shop: Shop) -> None:
    assert shop.ok("memories").out.startswith("No memories stored.")
    assert (
        shop.ok("remember", "Alpha text", "--key", "alpha").out
        == "Remembered [alpha]: Alpha text\n"
    )
    updated = shop.ok("remember", "Beta text", "--key", "alpha").out
    assert updated == "Updated [alpha]: Beta text\nIt said before: Alpha text\n"
    recalled = shop.ok("remember", "alpha")
    assert recalled.out == "Beta text\n"
    assert "a key alone reads" in recalled.err
    assert shop.ok("memories").out == "Memories (1):\n\n  alpha\n    Beta text\n\n"
    assert (
        shop.ok("memories", "beta").out == 'Memories matching "beta":\n\n  alpha\n    Beta text\n\n'
    )
    assert shop.ok("memories", "zzz").out == 'No memories matching "zzz"\n'
    assert shop.ok("forget", "alpha").out == "Forgot [alpha]: Beta text\n"
    gone = shop.fabric("recall", "alpha")
    assert (gone.status, gone.out) == (1, "")
    assert gone.err.startswith("There is no note and no bead 'alpha'.\nIt was forgotten on ")


def test_a_text_that_begins_with_nothing_is_listed_by_its_words_and_marked_as_cut(
    shop: Shop,
) -> None:
    text = (
        "\n\n## Deploy window\nNever deploy on a Friday after 15:00; the on-call hands over then. "
        + "detail " * 60
    )
    shop.ok("remember", "--key", "deploy-window", text)
    listed = shop.ok("memories").out
    assert "    Deploy window: Never deploy on a Friday after 15:00;" in listed
    assert " ...\n" in listed
    assert "`fabric recall KEY`" in listed
    assert shop.ok("memories", "--json").document["deploy-window"] == text
    assert shop.ok("recall", "deploy-window").out == f"{text}\n"
    primed = shop.ok("prime").out
    assert "`fabric recall KEY`" in primed
    assert "Never deploy on a Friday" in primed


@pytest.mark.parametrize("key", ["   ", "a\nb"])
def test_what_is_no_key_is_refused_by_every_verb(shop: Shop, key: str) -> None:
    assert shop.fabric("remember", "--key", key, "x").status == 1
    assert shop.fabric("recall", key).status == 1
    assert shop.fabric("forget", key).status == 1
    assert shop.ok("memories", "--json").document == {"schema_version": 1}


def test_a_key_is_trimmed_alike_everywhere_and_an_empty_one_is_none(shop: Shop) -> None:
    assert shop.fabric("remember", "--key", "", "x").status == 1  # a bare word, and no such note
    shop.ok("remember", "--key", " deploy ", "x")
    assert shop.ok("memories", "--json").document == {"deploy": "x", "schema_version": 1}
    assert shop.ok("recall", " deploy ").out == "x\n"
    shop.ok("forget", "deploy ")
    assert shop.ok("memories", "--json").document == {"schema_version": 1}


def test_the_same_text_thrice_is_one_note_with_one_key(shop: Shop) -> None:
    ran = [shop.ok("remember", text, "--json").document for text in (DOG, DOG, f"{DOG}. ")]
    assert {each["key"] for each in ran} == {ran[0]["key"]}
    assert [each["action"] for each in ran] == ["remembered", "known", "known"]
    assert shop.ok("memories", "--json").document == {ran[0]["key"]: DOG, "schema_version": 1}


def test_outdated_guidance_points_at_what_replaced_it(shop: Shop) -> None:
    old = shop.memory("Escape clears stuck input")
    new = shop.successor(old, "Never press Escape: it destroys what the operator typed")
    shop.ok("supersede", old, "--with", new, "--reason", "Operators lost orders.")
    primed = shop.ok("prime").out
    assert new in primed
    assert old not in primed
    recalled = shop.ok("recall", old).out
    assert recalled.startswith(f"{old} is REPLACED by {new}: Never press Escape")
    listed = shop.ok("memories", "escape").out
    assert 0 < listed.index(new) < listed.index(old)
    assert f"{old}  (replaced by {new})" in listed
    known = shop.ok("remember", "Never press Escape, it destroys what the operator typed")
    assert known.out.startswith(f"Known already [{new}]")
    assert shop.ok("prime", "--json").document["notes"] == []


@pytest.mark.parametrize("flags", [(), ("--json",)])
def test_a_filter_that_cannot_match_says_so_in_text_and_json(
    shop: Shop, flags: tuple[str, ...]
) -> None:
    arch = shop.memory("Writes go through the service layer")
    ux = shop.id_of(
        "propose", "--domain", "ux", "--strength", "soft", "--rule", "Every key counts."
    )
    shop.ok("ratify", ux)
    pattern = shop.ok("memories", "--domain", "zzz*", *flags).out
    assert "There is no domain 'zzz*'" in pattern
    label = shop.ok("memories", "--label", "^impossible$", *flags).out
    assert "No memory carries the label '^impossible$'" in label
    assert not any(each in pattern + label for each in (arch, ux))
    found = shop.ok("memories", "--domain", "ux", *flags).out
    assert ux in found
    assert arch not in found
    assert shop.fabric("memories", "--state", "canonical", *flags).status == 2


def test_a_note_of_bds_own_shape_can_be_promoted_ratified_and_is_gone(shop: Shop) -> None:
    shop.ok("remember", "Prices are in cents")
    promoted = shop.ok("promote", "prices-are-in-cents", "--domain", "arch", "--json").document
    assert promoted["memory"]["evidence"] == ["note:prices-are-in-cents"]
    out = shop.ok("ratify", promoted["id"]).out
    assert "The note prices-are-in-cents went" in out
    assert shop.ok("recall", "prices-are-in-cents", "--history").out.endswith(
        "(no such note now)\n"
    )
    assert shop.ok("remember", "Prices are in cents").out.startswith(
        f"Known already [{promoted['id']}]"
    )


def test_an_export_that_others_wrote_to_keeps_every_byte(shop: Shop) -> None:
    export = shop.folder / ".beads" / "issues.jsonl"
    export.parent.mkdir()
    shop.ok("export", "-o", str(export))
    other = '{"id":"mf-9","title":"From another session","status":"open","x_unknown":{"keep":1}}\n'
    with export.open("a", encoding="utf-8") as file:
        file.write(other)
    before = export.read_bytes()
    shop.ok(
        "remember", "Prices are in cents", "--store", f"sqlite:///{shop.folder}/.fabric/fabric.db"
    )
    assert export.read_bytes() == before


def test_what_steers_a_terminal_is_shown_and_not_obeyed(shop: Shop) -> None:
    shop.ok("remember", "Red \x1b[31m and \u202e backwards", "--key", "odd")
    for words in (("recall", "odd"), ("memories",), ("forget", "odd")):
        out = shop.ok(*words).out
        assert "\\x1b[31m" in out
        assert "\x1b" not in out


def test_replace_and_keep_both_exclude_each_other(shop: Shop) -> None:
    assert shop.fabric("remember", "A b", "--replace", "--keep-both").status == 2


def test_a_dry_run_tells_the_row(shop: Shop) -> None:
    out = shop.ok("remember", "Prices are in cents", "--dry-run").out
    assert "set-config" in out
    assert shop.ok("memories", "--json").document == {"schema_version": 1}
    shop.ok("remember", "Prices are in cents")
    assert "remove-config" in shop.ok("forget", "prices-are-in-cents", "--dry-run").out
    assert "Known already" in shop.ok("remember", "Prices are in cents", "--dry-run").out
