"""What the verbs of a memory's later life say to a person."""

import pytest

from tests.faces.shop import Shop

RULE = "Every write goes through the layer."


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines()]


def test_retiring_names_the_work_that_it_let_go_of_and_looking_back_finds_it(shop: Shop) -> None:
    memory = shop.memory(RULE)
    closed, under_way = shop.started("First"), shop.started("Second")
    shop.ok("verify", closed)
    shop.ok("work", "close", closed)
    said = lines(shop.ok("retire", memory, "--reason", "Enforced elsewhere").out)
    assert said == [
        f"Retired {memory}; it binds nobody any more.",
        f"released {under_way}: relation, clause in {under_way}-mc, {under_way}-mc closed, receipt",
    ]
    assert lines(shop.ok("retire", memory, "--reason", "again").out) == [
        f"{memory} was retired before: Enforced elsewhere",
        "No work had to be released.",
    ]
    back = shop.ok("status", closed, "--at-close").out
    assert f"{memory}  HARD  {RULE}" in back
    assert f"{memory}  verified  {closed}-mc" in back
    assert (
        "No memory in force bound it." in shop.ok("status", under_way, "--as-of", "2999-01-01").out
    )
    shown = shop.ok("show", memory).out
    assert "retired" in shown
    assert "because: Enforced elsewhere" in shown
    history = shop.ok("history", memory).out
    assert f"* {memory} v1 retired: {RULE}" in history
    assert "retire: Enforced elsewhere" in history


def test_a_draft_is_withdrawn(shop: Shop) -> None:
    draft = shop.id_of("propose", "--domain", "arch", "--strength", "soft", "--rule", "Tabs.")
    assert "it may be proposed again" in shop.ok("retire", draft, "--reason", "a slip").out


def test_a_rejection_says_how_to_ask_again(shop: Shop) -> None:
    draft = shop.id_of("propose", "--domain", "arch", "--strength", "soft", "--rule", "Tabs.")
    shop.ok("remember", "tabs", "--key", "taste")
    said = shop.ok("reject", draft, "--reason", "Taste").out
    assert "Notes that said it went: taste" in said
    assert f"fabric propose --replaces {draft} --appeal REASON" in said
    assert "was rejected before: Taste" in shop.ok("reject", draft, "--reason", "again").out
    appeal = shop.id_of("propose", "--replaces", draft, "--appeal", "Make", "--rule", "Tabs.")
    assert f"appeals {draft}" in shop.ok("history", appeal).out
    drawn = shop.ok("history", appeal, "--format", "mermaid").out
    assert "-->|appeals|" in drawn


def test_a_waiver_says_until_when_and_what_is_still_open(shop: Shop) -> None:
    one, two = shop.memory(RULE), shop.memory("Reads are cached.")
    work = shop.started()
    words = ("--reason", "Later", "--until", "2999-01-01")
    assert f"Still open: {two}." in shop.ok("waive", work, one, *words).out
    assert "was waived so" in shop.ok("waive", work, one, *words).out
    assert f"{one}  waived until 2999-01-01" in shop.ok("status", work).out
    assert f"{work}-mc is closed." in shop.ok("waive", work, two, *words).out


def test_a_successor_is_told_and_drawn(shop: Shop) -> None:
    old = shop.memory(RULE)
    work = shop.started()
    shop.ok("supersede", old, "--with", shop.successor(old), "--reason", "Jobs")
    history = shop.ok("history", old).out
    assert "replaced by" in history
    assert "by vera@example.test: Jobs" in history
    assert '[label="replaced by' in shop.ok("history", old, "--format", "dot").out
    graph = shop.ok("graph", "arch").out
    assert f"waits for {work}-mc" in graph
    assert "1 ended or finished ones are left out: --all draws them." in graph
    assert old in shop.ok("graph", "arch", "--all").out
    assert shop.ok("graph", old, "--format", "mermaid").out.startswith("---\ntitle: ")
    assert "There is nothing to draw." not in graph


def test_erasing_and_repairing_say_what_they_did(shop: Shop) -> None:
    memory = shop.memory(RULE)
    assert "nothing was written" in shop.ok("repair", memory).out
    said = shop.ok("erase", memory, "--reason", "Personal").out
    assert "journal payloads were blanked" in said
    assert "A secret that was in it must be replaced." in said
    assert "nothing was left" in shop.ok("erase", memory, "--reason", "Personal").out
    refused = shop.fabric("repair", memory)
    assert (refused.status, f"fabric history {memory}" in refused.err) == (2, True)


def test_words_are_restored_from_an_export(shop: Shop) -> None:
    memory = shop.memory(RULE)
    shop.ok("export", "-o", "good.jsonl")
    text = (shop.folder / "good.jsonl").read_text(encoding="utf-8")
    (shop.folder / "bad.jsonl").write_text(text.replace(RULE, "Anything."), encoding="utf-8")
    other = ("--store", f"sqlite:///{shop.folder}/other.db")
    shop.fabric("init", "--prefix", "shop", *other)
    shop.fabric("import", "bad.jsonl", "--restore", *other)
    refused = shop.fabric("repair", memory, *other)
    assert (refused.status, "--from FILE" in refused.err) == (1, True)
    assert shop.fabric("repair", memory, "--from", "bad.jsonl", *other).status == 1
    said = shop.ok("repair", memory, "--from", "good.jsonl", *other).out
    assert "restored: title, description" in said
    assert "from: good.jsonl" in said


def test_searching_tells_nothing_from_left_out(shop: Shop) -> None:
    assert "There are no memories yet" in shop.ok("search", "layer").out
    shop.memory(RULE)
    shop.memory("Every layer is tested.")
    assert "holds any of these words" in shop.ok("search", "zebra").out
    assert "the filters leave them out" in shop.ok("search", "layer", "--strength", "soft").out
    assert "1 more: --limit 0 shows all." in shop.ok("search", "layer", "--limit", "1").out


def test_an_anchor_and_its_index_in_words(shop: Shop) -> None:
    memory = shop.memory(RULE)
    assert f"shop-anchor-arch listed {memory}" in shop.ok("index", memory).out
    assert RULE in shop.ok("anchor", "show", "arch").out
    assert "No memory of this domain is canonical." in shop.ok("anchor", "show", "ux").out
    assert "was reviewed before" in shop.ok("adopt", memory).out


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(("history", "{memory}", "--format", "svg"), id="history"),
        pytest.param(("graph", "--format", "svg"), id="graph"),
    ],
)
def test_an_unknown_format_names_the_known_ones(shop: Shop, words: tuple[str, ...]) -> None:
    memory = shop.memory(RULE)
    ran = shop.fabric(*(word.replace("{memory}", memory) for word in words))
    assert (ran.status, "Say one of text, json, mermaid, dot." in ran.err) == (2, True)


@pytest.mark.parametrize("verb", ["retire", "reject", "erase", "adopt", "index"])
def test_a_trial_writes_nothing(shop: Shop, verb: str) -> None:
    memory = shop.memory(RULE)
    draft = shop.id_of("propose", "--domain", "arch", "--strength", "soft", "--rule", "Tabs.")
    before = shop.ok("export").out
    named = draft if verb == "reject" else memory
    reason = ("--reason", "x") if verb in {"retire", "reject", "erase"} else ()
    said = shop.ok(verb, named, *reason, "--dry-run").out
    assert "would be written" in said
    assert shop.ok("export").out == before
