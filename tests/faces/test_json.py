"""`--json` of every verb is one document that keeps its published schema, done or tried first."""

import gc
import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.faces.commands import commands, options
from tests.faces.shop import Shop
from tests.guard import ROOT

RULE = "Every write goes through the service layer"
EVERY = tuple(words for words in sorted(commands()) if words != ("setup",))


@dataclass(frozen=True)
class Case:
    """Words behind the verb (ids by their name in braces), the schema, and the exit status."""

    words: tuple[str, ...] = ()
    schema: str = ""
    status: int = 0


CASES: dict[str, list[Case]] = {
    "adopt": [Case(("{hand}",), "adopt-answer")],
    "anchor create": [Case(("data=Data",), "anchor-answer")],
    "anchor list": [Case((), "anchor-answer")],
    "anchor show": [Case(("arch",), "anchor-show-answer")],
    "audit": [Case((), "audit-answer"), Case(("--verify", "{hard}"), "audit-answer")],
    "baseline": [Case(("b.json",), "baseline-answer")],
    "doctor": [Case((), "doctor-answer")],
    "erase": [Case(("{soft}", "--reason", "It names a customer."), "erase-answer")],
    "export": [Case(("-o", "out.jsonl"), "export-answer")],
    "forget": [Case(("prices",), "forget-answer")],
    "graph": [Case((), "graph-answer")],
    "history": [Case(("{hard}",), "history-answer")],
    "import": [Case(("in.jsonl",), "import-answer")],
    "index": [Case(("{hand}",), "index-answer")],
    "init": [Case((), "init-answer")],
    "lint": [Case(("--all",), "lint-report-v1"), Case(("{task}",), "lint-report-v1")],
    "list": [Case((), "list-answer"), Case(("--state", "retired"), "list-answer")],
    "memories": [Case((), "memories-answer")],
    "migrate gastown": [Case((), "migrate-gastown-answer")],
    "migrate notes": [Case(("--domain", "arch"), "migrate-answer")],
    "migrate rules": [Case(("AGENTS.md", "--domain", "arch"), "migrate-answer")],
    "prime": [Case((), "briefing"), Case(("--work", "{started}"), "briefing")],
    "promote": [Case(("prices", "--domain", "arch", "--strength", "soft"), "promote-answer")],
    "propose": [
        Case(("--domain", "arch", "--strength", "soft", "--rule", "New."), "propose-answer")
    ],
    "ratify": [Case(("{draft}",), "ratify-answer"), Case(("{hard}",), "ratify-answer")],
    "recall": [Case(("prices",), "recall-answer"), Case(("{hard}",), "recall-answer")],
    "reject": [Case(("{draft}", "--reason", "No."), "reject-answer")],
    "remember": [Case(("Never deploy on Fridays",), "remember-answer")],
    "repair": [Case(("{hard}",), "repair-answer")],
    "retire": [Case(("{soft}", "--reason", "Over."), "retire-answer")],
    "review": [Case((), "review-answer")],
    "search": [Case(("service",), "search-answer")],
    "show": [Case((name,), "show-answer") for name in ("{hard}", "{started}", "shop-anchor-arch")],
    "start": [Case(("{task}",), "start-answer"), Case(("--all-active",), "start-all-answer")],
    "status": [Case(("{started}",), "status-answer"), Case(("{task}",), "status-answer")],
    "supersede": [Case(("{hard}", "--with", "{next}", "--reason", "Better."), "supersede-answer")],
    "trust": [Case(("{hard}",), "trust-answer")],
    "verify": [Case(("{started}",), "verify-answer"), Case(("{task}",), "verify-answer")],
    "waive": [
        Case(("{started}", "{hard}", "--reason", "Down.", "--until", "2999-01-01"), "waive-answer")
    ],
    "work add": [Case(("A task",), "work-answer")],
    "work claim": [Case(("{task}",), "work-answer")],
    "work close": [Case(("{task}",), "work-answer")],
    "work list": [Case((), "work-list-answer"), Case(("--ready",), "work-list-answer")],
}


def test_every_command_has_its_cases() -> None:
    assert {" ".join(words) for words in EVERY} == CASES.keys()


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """A project in which every verb has something to do, and the ids in it by name."""
    return tmp_path_factory.mktemp("scene"), {}


@pytest.fixture
def prepared(
    scene: tuple[Path, dict[str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[Shop, dict[str, str]]:
    """A copy of the scene, made once and then copied."""
    made, ids = scene
    folder = tmp_path / "copy"
    monkeypatch.setenv("FABRIC_ACTOR", "vera@example.test")
    monkeypatch.setenv("FABRIC_STATE", str(folder / "state"))
    if not ids:
        folder.mkdir()
        monkeypatch.chdir(folder)
        ids.update(_set_the_scene(Shop(folder)))
        gc.collect()  # a process would have closed its store
        shutil.copytree(folder, made, dirs_exist_ok=True)
    else:
        shutil.copytree(made, folder)
        monkeypatch.chdir(folder)
    return Shop(folder), ids


def _set_the_scene(shop: Shop) -> dict[str, str]:
    shop.ok("init", "--prefix", "shop")
    settings = shop.folder / "fabric.toml"
    text = settings.read_text(encoding="utf-8").replace('confirm = "typed"', 'confirm = "none"')
    settings.write_text(text, encoding="utf-8")
    ids = {"hard": shop.memory(RULE), "soft": shop.hint("Prefer small modules")}
    ids["draft"] = shop.id_of(
        "propose", "--domain", "arch", "--strength", "soft", "--rule", "Prefer large modules"
    )
    ids["next"] = shop.successor(ids["hard"])
    ids["started"], ids["task"] = shop.started("Started"), shop.work("Idle")
    shop.ok("remember", "Prices are in cents", "--key", "prices")
    hand = {
        "id": "shop-hand",
        "title": "[MEMORY][ARCH][SOFT] By hand",
        "description": "Rule: By hand.",
        "issue_type": "decision",
        "status": "closed",
        "labels": ["memory", "mem-soft", "memory-arch"],
        "created_at": "2026-03-01T00:00:00Z",
        "updated_at": "2026-03-01T00:00:00Z",
    }
    (shop.folder / "hand.jsonl").write_text(json.dumps(hand) + "\n", encoding="utf-8")
    shop.ok("import", "hand.jsonl")
    (shop.folder / "in.jsonl").write_text(
        json.dumps({"id": "shop-in", "title": "In", "status": "open", "issue_type": "task"}) + "\n",
        encoding="utf-8",
    )
    (shop.folder / "AGENTS.md").write_text("# Rules\n- You MUST run the tests.\n", encoding="utf-8")
    return ids | {"hand": "shop-hand"}


def schema(name: str) -> Any:
    return json.loads((ROOT / "schemas" / f"{name}.json").read_text(encoding="utf-8"))


ALL_CASES = [
    pytest.param(verb, case, id=f"{verb} {' '.join(case.words)}".strip())
    for verb, cases in sorted(CASES.items())
    for case in cases
]


def words_of(verb: str, case: Case, ids: dict[str, str]) -> list[str]:
    return [*verb.split(), *(word.format(**ids) for word in case.words)]


@pytest.mark.parametrize(("verb", "case"), ALL_CASES)
def test_an_answer_keeps_its_schema(
    verb: str, case: Case, prepared: tuple[Shop, dict[str, str]]
) -> None:
    shop, ids = prepared
    ran = shop.fabric(*words_of(verb, case, ids), "--json")
    assert ran.status in {case.status, 1}, ran.err
    Draft202012Validator(schema(case.schema)).validate(ran.document)


@pytest.mark.parametrize(("verb", "case"), ALL_CASES)
def test_what_a_writing_verb_would_do_keeps_its_schema_and_writes_nothing(
    verb: str, case: Case, prepared: tuple[Shop, dict[str, str]]
) -> None:
    shop, ids = prepared
    if "--dry-run" not in options(commands()[tuple(verb.split())]):
        pytest.skip("it only reads")
    before = shop.ok("export", "--include-memories").out
    ran = shop.fabric(*words_of(verb, case, ids), "--json", "--dry-run")
    assert ran.status in {case.status, 1}, ran.err
    document = ran.document
    names = ("dry-run-answer", case.schema)
    valid = [name for name in names if Draft202012Validator(schema(name)).is_valid(document)]
    assert valid, ran.out
    assert shop.ok("export", "--include-memories").out == before
