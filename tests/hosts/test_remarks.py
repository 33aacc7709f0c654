"""What is known to hold a host back is told where it holds, and nowhere else."""

import pytest

from fabric.hosts.agents import ci, codex
from fabric.hosts.connect import plan_setup
from fabric.hosts.ground import Level
from tests.hosts.grounds import PROJECT, lay

WORKTREE = {".git": "gitdir: /main/.git/worktrees/here\n"}
HOOKS_FILE = f"{PROJECT}/.codex/hooks.json"
APPROVED = f'[hooks.state."{HOOKS_FILE}:session_start:0:0"]\ntrusted_hash = "x"\n'
TRUSTED = f'[projects."{PROJECT}"]\ntrust_level = "trusted"\n'
STRANGER = '{"hooks":{"SessionStart":[{"hooks":[{"type":"command","command":"cd x && fabric prime --hook claude"}]}]}}'

CASES = [
    ("claude", "disableAllHooks", {".claude/settings.json": '{"disableAllHooks": true}'}, {}),
    ("claude", "linked git worktree", WORKTREE, {}),
    ("claude", "not our entry", {".claude/settings.json": STRANGER}, {}),
    ("claude", "bd's own hook", {}, {".claude/settings.json": '{"x": "bd prime --hook-json"}'}),
    ("codex", "hooks = false", {}, {".codex/config.toml": "[features]\nhooks = false\n"}),
    ("codex", "codex_hooks = false", {".codex/config.toml": "[features]\ncodex_hooks = false"}, {}),
    ("codex", "AGENTS.override.md", {"AGENTS.override.md": "x"}, {}),
    ("codex", "main checkout", WORKTREE, {}),
    ("codex", "Codex reads 32768", {"AGENTS.md": "x" * 32_760}, {}),
    (
        "codex",
        "Codex reads 900:",
        {"AGENTS.md": "x" * 800},
        {".codex/config.toml": "project_doc_max_bytes = 900"},
    ),
    ("codex", "user level too", {}, {".codex/hooks.json": codex.HOOKS.put(None)}),
    (
        "gemini",
        "hooksConfig.enabled",
        {".gemini/settings.json": '{"hooksConfig": {"enabled": false}}'},
        {},
    ),
    (
        "gemini",
        "hooksConfig.disabled",
        {},
        {".gemini/settings.json": '{"hooksConfig": {"disabled": ["fabric-prime"]}}'},
    ),
    ("cursor", "version", {".cursor/hooks.json": '{"hooks": {}}'}, {}),
    ("agents-md", "Codex reads 32768", {"AGENTS.md": "x" * 32_760}, {}),
    ("agents-md", "setup claude", {"CLAUDE.md": "# Mine\n"}, {}),
    ("ci", "export.auto true", {".beads/metadata.json": "{}"}, {}),
    ("ci", "fabric export -o", {}, {}),
    ("ci", "Include the template", {".gitlab-ci.yml": "x: 1\n"}, {}),
]


def notes(name: str, project: dict[str, str], home: dict[str, str]) -> str:
    ground, _ = lay(project, home)
    return "\n".join(plan_setup(name, Level.PROJECT, ground).notes)


@pytest.mark.parametrize(
    ("name", "words", "project", "home"),
    [pytest.param(*case, id=f"{case[0]}: {case[1]}") for case in CASES],
)
def test_it_is_said_where_it_holds(
    name: str, words: str, project: dict[str, str], home: dict[str, str]
) -> None:
    assert words in notes(name, project, home)


@pytest.mark.parametrize(
    ("name", "words", "project", "home"),
    [
        pytest.param("claude", "", {}, {}, id="claude: nothing known"),
        pytest.param(
            "codex", "/hooks", {}, {".codex/config.toml": TRUSTED}, id="codex: approval alone"
        ),
        pytest.param("cursor", "", {}, {}, id="cursor: nothing known"),
        pytest.param("agents-md", "", {}, {}, id="agents-md: no CLAUDE.md"),
        pytest.param(
            "agents-md", "", {"CLAUDE.md": "@AGENTS.md\n"}, {}, id="agents-md: CLAUDE.md imports it"
        ),
        pytest.param(
            "gemini",
            "",
            {},
            {".gemini/trustedFolders.json": f'{{"{PROJECT}": "TRUST_FOLDER"}}'},
            id="gemini: a trusted folder",
        ),
        pytest.param(
            "gemini",
            "",
            {},
            {".gemini/settings.json": '{"security": {"folderTrust": {"enabled": false}}}'},
            id="gemini: trust switched off",
        ),
        pytest.param(
            "ci",
            "bd keeps",
            {".beads/config.yaml": "# c\nexport.auto: true\n"},
            {},
            id="ci: bd exports by itself",
        ),
    ],
)
def test_it_stays_quiet_elsewhere(
    name: str, words: str, project: dict[str, str], home: dict[str, str]
) -> None:
    lines = notes(name, project, home).splitlines()
    assert len(lines) == (1 if words else 0)
    assert all(words in line for line in lines)


def test_an_approval_that_is_recorded_is_not_asked_for() -> None:
    project = {".codex/hooks.json": codex.HOOKS.put(None)}
    assert notes("codex", project, {".codex/config.toml": APPROVED + TRUSTED}) == ""
    assert "/hooks" in notes("codex", {}, {".codex/config.toml": APPROVED + TRUSTED})


@pytest.mark.parametrize(
    ("files", "name", "export"),
    [
        pytest.param({}, "fabric-lint.yml", ci.EXPORT, id="GitHub, our store"),
        pytest.param(
            {".beads/metadata.json": "{}"}, "fabric-lint.yml", ".beads/issues.jsonl", id="bd"
        ),
        pytest.param({".gitlab-ci.yml": ""}, "fabric-lint.gitlab-ci.yml", ci.EXPORT, id="GitLab"),
    ],
)
def test_the_step_fits_the_service_and_the_store(
    files: dict[str, str], name: str, export: str
) -> None:
    ground, _ = lay(files)
    (edit,) = plan_setup("ci", Level.PROJECT, ground).edits
    assert edit.path.name == name
    assert edit.after is not None
    text = edit.after.decode()
    assert f"fabric lint --all --store jsonl:{export}" in text
    assert "{seal}" not in text
