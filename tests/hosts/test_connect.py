"""Plans and checks: what is chosen, what is refused, what a person is told."""

import json

import pytest

from fabric.errors import HostFileRefused, WrongUse
from fabric.hosts.agents import claude, codex, gemini
from fabric.hosts.connect import Connection, check, has_entry, plan_removal, plan_setup
from fabric.hosts.ground import Level
from fabric.hosts.host import Topic
from tests.hosts.grounds import HOME, PROJECT, lay

MARK = b"\xef\xbb\xbf"


def test_a_settings_file_with_a_byte_order_mark_is_read_and_keeps_it() -> None:
    text = MARK + b'{"hooks":{},"permissions":{"allow":["Bash(git status)"]}}'
    ground, files = lay({".claude/settings.json": text})
    plan = plan_setup("claude", Level.PROJECT, ground)
    assert any("byte order mark" in note for note in plan.notes)
    files.carry_out(plan)
    written = files.contents[PROJECT / ".claude/settings.json"]
    assert written.startswith(MARK)
    assert written.count(MARK) == 1
    settings = json.loads(written.decode("utf-8-sig"))
    assert settings["permissions"] == {"allow": ["Bash(git status)"]}
    assert settings["hooks"]["SessionStart"] == [claude.ENTRY]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        pytest.param(b'{"hooks": {', "no valid JSON", id="a broken file"),
        pytest.param(b"", "empty", id="an empty file"),
        pytest.param(b'{"a": "\xe9"}', "not UTF-8", id="Latin-1"),
        pytest.param('{"a": 1}'.encode("utf-16"), "UTF-16", id="UTF-16"),
        pytest.param(b'{"a": 1} // mine', "no valid JSON", id="comments, which the host refuses"),
    ],
)
def test_a_file_that_cannot_be_read_is_not_written_over(content: bytes, why: str) -> None:
    ground, _ = lay({".claude/settings.json": content})
    for plan in (plan_setup, plan_removal):
        with pytest.raises(HostFileRefused, match=why) as refused:
            plan("claude", Level.PROJECT, ground)
        assert "settings.json" in refused.value.what
        assert refused.value.remedy
    report = check("claude", Level.PROJECT, ground)
    assert report.connection is Connection.UNREADABLE
    assert why in report.remarks[0].text


def test_the_dry_run_shows_the_one_line_that_comes() -> None:
    ground, _ = lay(
        {".claude/settings.json": '{\n  "model": "opus",\n  "hooks": {\n    "Stop": []\n  }\n}\n'}
    )
    diff = plan_setup("claude", Level.PROJECT, ground).diff()
    added = [line for line in diff.splitlines() if line.startswith("+") and line[1:2] == " "]
    gone = [line for line in diff.splitlines() if line.startswith("-") and line[1:2] == " "]
    assert diff.startswith("--- a/.claude/settings.json\n+++ b/.claude/settings.json\n")
    assert gone == ['-    "Stop": []']
    assert added[0] == '+    "Stop": [],'
    assert "fabric prime --hook claude" in added[1]
    assert len(added) == 2


def test_an_unknown_host_and_a_level_that_makes_no_sense_are_wrong_use() -> None:
    ground, _ = lay()
    with pytest.raises(WrongUse, match="no host 'emacs'"):
        plan_setup("emacs", Level.PROJECT, ground)
    with pytest.raises(WrongUse, match="for a project, not for a user"):
        plan_setup("ci", Level.USER, ground)


@pytest.mark.parametrize(
    ("name", "variable", "folder", "file"),
    [
        pytest.param("claude", "CLAUDE_CONFIG_DIR", "/c", "/c/settings.json", id="claude"),
        pytest.param("codex", "CODEX_HOME", "/c", "/c/hooks.json", id="codex"),
        pytest.param("gemini", "GEMINI_CLI_HOME", "/c", "/c/.gemini/settings.json", id="gemini"),
    ],
)
def test_a_home_that_was_moved_is_found(name: str, variable: str, folder: str, file: str) -> None:
    moved, _ = lay(environ={variable: folder})
    usual, _ = lay()
    assert str(plan_setup(name, Level.USER, moved).edits[0].path) == file
    assert plan_setup(name, Level.USER, usual).edits[0].path.is_relative_to(HOME)


def test_a_private_entry_of_claude_counts_and_is_taken_out() -> None:
    ground, files = lay({".claude/settings.local.json": claude.HOOKS.put("{}")})
    assert plan_setup("claude", Level.PROJECT, ground).edits == ()
    files.carry_out(plan_removal("claude", Level.PROJECT, ground))
    assert files.contents == {PROJECT / ".claude/settings.local.json": b"{}"}


def test_a_broken_file_that_we_would_not_write_to_is_no_hindrance() -> None:
    ground, _ = lay({".codex/config.toml": "a = \n"})
    assert plan_setup("codex", Level.PROJECT, ground).edits
    assert plan_removal("codex", Level.PROJECT, ground).edits == ()
    assert check("codex", Level.PROJECT, ground).connection is Connection.ABSENT


def test_codex_hooks_go_where_the_project_keeps_its_hooks() -> None:
    tables = '[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ncommand = "x"\n'
    state = '[hooks.state."x"]\ntrusted_hash = "y"\n'
    for text, name in ((tables, "config.toml"), (state, "hooks.json")):
        ground, _ = lay({".codex/config.toml": text})
        assert plan_setup("codex", Level.PROJECT, ground).edits[0].path.name == name
    both, _ = lay({".codex/config.toml": tables, ".codex/hooks.json": "{}"})
    assert plan_setup("codex", Level.PROJECT, both).edits[0].path.name == "hooks.json"


@pytest.mark.parametrize(
    ("files", "name"),
    [
        pytest.param({}, "GEMINI.md", id="by default"),
        pytest.param({"GEMINI.md": "# Notes\n"}, "GEMINI.md", id="beside other words"),
        pytest.param({"GEMINI.md": "@AGENTS.md\n"}, "AGENTS.md", id="where the other is imported"),
        pytest.param({"GEMINI.md": "@./AGENTS.md\r\n"}, "AGENTS.md", id="imported with CRLF"),
        pytest.param({"GEMINI.md": "See @AGENTS.md.\n"}, "GEMINI.md", id="mentioned only"),
        pytest.param(
            {".gemini/settings.json": '{"context": {"fileName": "AGENTS.md"}}'},
            "AGENTS.md",
            id="where the settings say so",
        ),
        pytest.param(
            {".gemini/settings.json": '{"context": {"fileName": ["AGENTS.md", "GEMINI.md"]}}'},
            "GEMINI.md",
            id="where the settings name both",
        ),
    ],
)
def test_geminis_section_goes_into_the_file_that_it_reads(files: dict[str, str], name: str) -> None:
    ground, _ = lay(files)
    edits = plan_setup("gemini", Level.PROJECT, ground).edits
    assert [edit.path.name for edit in edits] == ["settings.json", name]


def test_two_names_of_one_file_get_one_section_between_them() -> None:
    ground, files = lay({"AGENTS.md": "# P\n"}, links={"GEMINI.md": "AGENTS.md"})
    for name in ("codex", "gemini", "agents-md"):
        files.carry_out(plan_setup(name, Level.PROJECT, ground))
    assert files.contents[PROJECT / "AGENTS.md"].count(b"BEGIN FABRIC MEMORY") == 1
    assert check("gemini", Level.PROJECT, ground).connection is Connection.CONNECTED
    for name in ("gemini", "codex", "agents-md"):
        files.carry_out(plan_removal(name, Level.PROJECT, ground))
    assert files.contents == {PROJECT / "AGENTS.md": b"# P\n"}


def test_half_a_setup_and_a_doubled_one_are_told_apart() -> None:
    half, _ = lay({".codex/hooks.json": codex.HOOKS.put(None)})
    entry = json.dumps(claude.ENTRY)
    twice, _ = lay({".claude/settings.json": f'{{"hooks":{{"SessionStart":[{entry},{entry}]}}}}'})
    assert check("codex", Level.PROJECT, half).connection is Connection.PARTLY
    report = check("claude", Level.PROJECT, twice)
    assert report.connection is Connection.DOUBLED
    assert report.found == ((PROJECT / ".claude/settings.json", 2),)


def test_words_of_an_older_release_are_told_and_renewed() -> None:
    ground, files = lay()
    files.carry_out(plan_setup("agents-md", Level.PROJECT, ground))
    path = PROJECT / "AGENTS.md"
    files.contents[path] = files.contents[path].replace(b"Project memory", b"Old words")
    assert check("agents-md", Level.PROJECT, ground).connection is Connection.OUTDATED
    files.carry_out(plan_setup("agents-md", Level.PROJECT, ground))
    assert check("agents-md", Level.PROJECT, ground).connection is Connection.CONNECTED


def test_what_was_changed_since_is_said_on_removal() -> None:
    changed = codex.HOOKS.put('{"a": 1}').replace('"timeout": 20', '"timeout": 21')
    ground, _ = lay({".codex/hooks.json": changed})
    notes = plan_removal("codex", Level.PROJECT, ground).notes
    assert len(notes) == 1
    assert notes[0].startswith(str(PROJECT / ".codex/hooks.json"))
    assert "left as found" in notes[0]


def test_cursor_can_ask_whether_it_has_an_entry_of_its_own() -> None:
    ground, files = lay()
    assert not has_entry("cursor", Level.PROJECT, ground)
    files.carry_out(plan_setup("cursor", Level.PROJECT, ground))
    assert has_entry("cursor", Level.PROJECT, ground)
    files.contents[PROJECT / ".cursor/hooks.json"] = b"{"
    assert not has_entry("cursor", Level.PROJECT, ground)


@pytest.mark.parametrize("topic", list(Topic))
def test_a_remark_has_a_topic_and_a_sentence(topic: Topic) -> None:
    ground, files = lay(
        {
            ".claude/settings.json": '{"disableAllHooks": true, "hooks": {"SessionStart": [{"hooks":'
            ' [{"type": "command", "command": "bd prime --hook-json"}]}]}}',
            ".git": "gitdir: /main/.git/worktrees/here\n",
        }
    )
    files.carry_out(plan_setup("claude", Level.PROJECT, ground))
    remarks = check("claude", Level.PROJECT, ground).remarks
    of_topic = [remark.text for remark in remarks if remark.topic is topic]
    assert len(of_topic) == 1
    assert of_topic[0].endswith(".")


def test_gemini_reads_settings_with_comments() -> None:
    ground, files = lay({".gemini/settings.json": "// mine\n{}\n"})
    files.carry_out(plan_setup("gemini", Level.PROJECT, ground))
    text = files.contents[PROJECT / ".gemini/settings.json"].decode()
    assert text.startswith("// mine\n{")
    assert gemini.HOOKS.count(text) == 1
