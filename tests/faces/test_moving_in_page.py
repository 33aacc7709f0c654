"""The page about moving in says what the commands really answer."""

import json
import re
import shlex
from pathlib import Path

from fabric.models.change_set import ChangeSet, SetConfig
from fabric.models.journal import JournalDraft
from fabric.wiring import Options, open_context
from tests.faces.shop import Shop
from tests.guard import ROOT

PAGE = ROOT / "docs" / "moving-in.md"
_FENCE = re.compile(
    r"^```(?P<kind>\S+) ?(?P<name>\S*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL
)
_ANYTHING = "…"


def test_every_command_of_the_page_answers_what_the_page_shows(shop: Shop) -> None:
    Path("CLAUDE.md").symlink_to("AGENTS.md")
    ran = 0
    for fence in _FENCE.finditer(PAGE.read_text(encoding="utf-8")):
        kind, name, body = fence["kind"], fence["name"], fence["body"]
        if kind == "console":
            ran += _run(shop, body)
        elif name == "rows":
            _put(json.loads(body))
        elif name == "fabric.toml":
            settings = Path(name).read_text(encoding="utf-8")
            Path(name).write_text(f"{settings}\n{body}", encoding="utf-8")
        elif name:
            Path(name).parent.mkdir(parents=True, exist_ok=True)
            Path(name).write_text(body, encoding="utf-8")
    assert ran == 8


def _run(shop: Shop, body: str) -> int:
    """Run the commands of a block and compare what each answers."""
    parts = re.split(r"^\$ fabric (.*)\n", body, flags=re.MULTILINE)[1:]
    for words, shown in zip(parts[::2], parts[1::2], strict=True):
        answer = shop.fabric(*shlex.split(words))
        assert _matches(answer.out, shown), f"$ fabric {words}\n{answer.out}{answer.err}"
    return len(parts) // 2


def _matches(answer: str, shown: str) -> bool:
    """Whether the answer is what is shown; a line of dots stands for any lines."""
    lines = (
        r"(?:.*\n)*?" if line == _ANYTHING else re.escape(line) + r"\n"
        for line in shown.removesuffix("\n").split("\n")
    )
    return re.fullmatch("".join(lines), answer) is not None


def _put(rows: dict[str, str]) -> None:
    context = open_context(Options())
    operations = tuple(SetConfig(key, text) for key, text in rows.items())
    draft = JournalDraft(context.now_text, context.who, "test", "put", ())
    context.store.apply(ChangeSet(operations), draft)
    context.store.close()
