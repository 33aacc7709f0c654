"""Rules files off the disk: every text once, and every name accounted for."""

from pathlib import Path

import pytest

from fabric.errors import CouldNot, NotFound, WrongUse
from fabric.rules_files.read import LeftOut, RulesFile, read_rules_files

RULES = "- Never push.\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "AGENTS.md").write_text(RULES, encoding="utf-8")
    return tmp_path


def put(root: Path, name: str, text: str | bytes) -> Path:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_each_named_file_is_read_and_shown_from_the_root(root: Path) -> None:
    nested = put(root, "src/core/AGENTS.md", "- Never pull.\n")
    read = read_rules_files([root / "AGENTS.md", nested], root)
    assert read.files == (
        RulesFile("AGENTS.md", RULES),
        RulesFile("src/core/AGENTS.md", "- Never pull.\n"),
    )
    assert read.left_out == ()


def test_a_symbolic_link_is_the_file_it_leads_to(root: Path) -> None:
    (root / "CLAUDE.md").symlink_to("AGENTS.md")
    read = read_rules_files([root / "CLAUDE.md", root / "AGENTS.md"], root)
    assert read.files == (RulesFile("AGENTS.md", RULES),)
    assert read.left_out == (LeftOut("AGENTS.md", "the same rules as AGENTS.md"),)


@pytest.mark.parametrize(
    "text",
    ["AGENTS.md", "AGENTS.md\n", "@AGENTS.md\n", "\ufeffAGENTS.md", "# For Claude\n\n@AGENTS.md\n"],
)
def test_a_link_that_was_checked_out_as_text_is_the_file_it_names(root: Path, text: str) -> None:
    claude = put(root, "CLAUDE.md", text)
    assert read_rules_files([claude], root).files == (RulesFile("AGENTS.md", RULES),)
    both = read_rules_files([root / "AGENTS.md", claude], root)
    assert both.files == (RulesFile("AGENTS.md", RULES),)
    assert both.left_out == (LeftOut("CLAUDE.md", "the same rules as AGENTS.md"),)


def test_a_link_as_text_whose_target_is_absent_yields_nothing_and_says_so(root: Path) -> None:
    claude = put(root, "CLAUDE.md", "RULES.md")
    read = read_rules_files([claude], root)
    assert read.files == ()
    assert read.left_out == (
        LeftOut("CLAUDE.md", "only points at RULES.md, which is no file under this root"),
    )


@pytest.mark.parametrize("target", ["../outside.md", "sub/../../outside.md"])
def test_a_text_never_opens_a_file_outside_of_the_root(tmp_path: Path, target: str) -> None:
    put(tmp_path, "outside.md", RULES)
    put(tmp_path, "repo/sub/x.md", RULES)
    claude = put(tmp_path, "repo/CLAUDE.md", target)
    read = read_rules_files([claude], tmp_path / "repo")
    assert read.files == ()
    assert [each.source for each in read.left_out] == ["CLAUDE.md"]


def test_a_pointer_through_a_link_out_of_the_root_is_not_followed(tmp_path: Path) -> None:
    put(tmp_path, "outside.md", RULES)
    claude = put(tmp_path, "repo/CLAUDE.md", "door.md")
    (tmp_path / "repo" / "door.md").symlink_to(tmp_path / "outside.md")
    assert read_rules_files([claude], tmp_path / "repo").files == ()


def test_files_that_point_at_each_other_end_somewhere(root: Path) -> None:
    one, two = put(root, "ONE.md", "TWO.md"), put(root, "TWO.md", "ONE.md")
    assert read_rules_files([one, two], root).files == ()


def test_a_copy_is_met_once(root: Path) -> None:
    copy = put(root, "GEMINI.md", RULES)
    read = read_rules_files([root / "AGENTS.md", copy], root)
    assert read.left_out == (LeftOut("GEMINI.md", "the same rules as AGENTS.md"),)


def test_imports_beside_rules_are_named_and_not_read(root: Path) -> None:
    claude = put(root, "CLAUDE.md", "@AGENTS.md\n\n- Never pull.\n\nAsk @someone.\n")
    (file,) = read_rules_files([claude], root).files
    assert file.imports == ("AGENTS.md",)


def test_a_byte_order_mark_is_no_part_of_the_text(root: Path) -> None:
    marked = put(root, "CLAUDE.md", b"\xef\xbb\xbf- Never pull.\n")
    assert read_rules_files([marked], root).files == (RulesFile("CLAUDE.md", "- Never pull.\n"),)


def test_what_cannot_be_read_is_said_in_a_sentence(root: Path) -> None:
    with pytest.raises(NotFound, match=r"no file .*GONE\.md"):
        read_rules_files([root / "GONE.md"], root)
    with pytest.raises(WrongUse, match="is a folder"):
        read_rules_files([root], root)
    with pytest.raises(CouldNot, match="not UTF-8"):
        read_rules_files([put(root, "latin.md", b"caf\xe9")], root)
    with pytest.raises(CouldNot, match="less than 2 MiB"):
        read_rules_files([put(root, "huge.md", b"x" * (2 * 1024 * 1024 + 1))], root)
    loop = root / "LOOP.md"
    loop.symlink_to("LOOP.md")
    with pytest.raises(CouldNot, match="Cannot follow"):
        read_rules_files([loop], root)


def test_a_file_outside_of_the_root_is_refused_by_name_or_at_the_end_of_a_link(
    tmp_path: Path,
) -> None:
    outside = put(tmp_path, "outside.md", RULES)
    inside = put(tmp_path, "repo/AGENTS.md", "- Never pull.\n")
    door = tmp_path / "repo" / "CLAUDE.md"
    door.symlink_to(outside)
    for named in (outside, door):
        with pytest.raises(WrongUse, match="outside of"):
            read_rules_files([named], tmp_path / "repo")
    assert len(read_rules_files([inside], tmp_path / "repo").files) == 1
