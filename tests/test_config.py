"""The settings: from the file, with what the environment puts over it, or a sentence on what is wrong."""

from pathlib import Path

import pytest

from fabric.config import Environment, find_project, parse_settings
from fabric.errors import BadSettings
from fabric.models.settings import Settings


def settings_of(folder: Path, text: str, **variables: str) -> Settings:
    (folder / "fabric.toml").write_text(text, encoding="utf-8")
    return find_project(folder, Environment(variables)).settings


def test_the_environment_comes_before_the_file(tmp_path: Path) -> None:
    text = '[budget]\nmemories = 3\n[work]\ntypes = ["task"]\nadopted = "2026-03-02"\n'
    read = settings_of(
        tmp_path,
        text,
        FABRIC_BUDGET_MEMORIES="5",
        FABRIC_WORK_TYPES="task, bug",
        FABRIC_STORE="memory:",
        FABRIC_PRIME_DEADLINE_SECONDS="2.5",
        FABRIC_LINT_BEAD_IGNORES="no",
    )
    assert (read.budget.memories, read.work.types) == (5, ["task", "bug"])
    assert (read.work.adopted, read.store) == ("2026-03-02", "memory:")
    assert (read.prime.deadline_seconds, read.lint.bead_ignores) == (2.5, False)


def test_who_may_decide_is_read_from_the_file_only(tmp_path: Path) -> None:
    read = settings_of(tmp_path, "[governance]\nsolo = false\n", FABRIC_GOVERNANCE_SOLO="true")
    assert read.governance.solo is False


@pytest.mark.parametrize("name", ["FABRIC_ACTOR", "FABRIC_STATE", "FABRIC_OTHER", "FABRIC_LINT_X"])
def test_other_variables_are_no_settings(name: str, tmp_path: Path) -> None:
    assert settings_of(tmp_path, "", **{name: "x"}) == Settings()


def test_a_variable_that_makes_no_sense_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match=r"environment: budget\.memories: Input should be"):
        settings_of(tmp_path, "", FABRIC_BUDGET_MEMORIES="many")
    with pytest.raises(BadSettings, match=r"fabric\.toml: budget\.memories: Input should be"):
        settings_of(tmp_path, '[budget]\nmemories = "x"\n', FABRIC_PRIME_MAX_CHARS="9000")


@pytest.mark.parametrize(
    ("values", "what", "remedy"),
    [
        ({"stroe": "memory:"}, "x.toml: there is no setting stroe.", "Did you mean store?"),
        ({"budget": {"memory": 1}}, "there is no setting budget.memory.", "Did you mean memories?"),
        ({"budget": {"zzz": 1}}, "there is no setting budget.zzz.", "Known here: memories."),
        (
            {"domains": [{"label": "arch", "alway": True}]},
            "there is no setting domains.0.alway.",
            "Did you mean always?",
        ),
        (
            {"lint": {"ignore": [{"rule": "r", "reason": "x", "untill": "2026-03-02"}]}},
            "there is no setting lint.ignore.0.untill.",
            "Did you mean until?",
        ),
        (
            {"budget": {"memories": 0}},
            "budget.memories: Input should be greater than or equal to 1.",
            "See docs/configuration.md for each setting.",
        ),
        (
            {"work": {"adopted": "soon"}},
            "work.adopted: a date like 2026-03-02 or an RFC 3339 time is needed.",
            "See docs/configuration.md for each setting.",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_place_and_what_to_do(
    values: dict[str, object], what: str, remedy: str
) -> None:
    with pytest.raises(BadSettings) as refused:
        parse_settings(values, Path("x.toml"))
    assert refused.value.what.endswith(what)
    assert refused.value.remedy == remedy
