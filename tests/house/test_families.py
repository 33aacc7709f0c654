"""Each family is one folder and one table that can be read aloud: neither forgets the other."""

import ast
from dataclasses import dataclass
from pathlib import Path

import pytest

from fabric.package_data import rule_pages
from tests.guard import ROOT
from tests.house.sources import at, imports_of, told, tree_of


@dataclass(frozen=True, slots=True)
class Family:
    """Where the members of a family live, and where its table is."""

    name: str
    folder: str
    tables: tuple[str, ...]

    def members(self) -> set[str]:
        """Return the file stems of all members."""
        found = (ROOT / self.folder).glob("*.py")
        return {path.stem for path in found if not path.stem.startswith("_")}

    def package(self) -> str:
        """Return the dotted name of the folder."""
        return self.folder.replace("/", ".")

    def table_files(self) -> list[Path]:
        """Return the files that may name members."""
        return [ROOT / table for table in self.tables if (ROOT / table).is_file()]


FAMILIES = (
    Family("rule", "fabric/rules/checks", ("fabric/rules/catalog.py",)),
    Family("backend", "fabric/store/backends", ("fabric/store/catalog.py",)),
    Family("format", "fabric/reporters/formats", ("fabric/reporters/catalog.py",)),
    Family("host", "fabric/hosts/agents", ("fabric/hosts/catalog.py",)),
    Family(
        "command",
        "fabric/faces/cli/verbs",
        ("fabric/faces/cli/catalog.py", "fabric/faces/cli/app.py"),
    ),
)

# A member's helper file in the same folder, with the member that uses it.
PARTS: dict[str, str] = {}

# Where the tests must name each member, so that none goes without.
SUITES = {"backend": "tests/store", "format": "tests/reporters", "host": "tests/hosts"}


def words_in(path: Path) -> set[str]:
    """Return imports and string constants of a file: how a table may name a member."""
    constants = {
        node.value
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return constants | imports_of(path)


def is_named(member: str, package: str, words: set[str]) -> bool:
    dotted = f"{package}.{member}"
    plain = {member, member.replace("_", "-"), member.rstrip("_"), dotted}
    return bool(plain & words) or any(
        word.startswith((f"{dotted}.", f"{dotted}:")) for word in words
    )


def unnamed(family: Family, files: list[Path]) -> list[str]:
    words: set[str] = set().union(*(words_in(path) for path in files))
    return [
        f"{family.name} {member} is in {family.folder} and not in {', '.join(map(at, files))}"
        for member in sorted(family.members())
        if not is_named(PARTS.get(member, member), family.package(), words)
    ]


def exists(folder: str) -> bool:
    return (ROOT / folder).is_dir()


BUILT = tuple(family for family in FAMILIES if exists(family.folder))


@pytest.mark.parametrize("family", BUILT, ids=lambda family: family.name)
def test_every_member_stands_in_the_table_of_its_family(family: Family) -> None:
    assert family.members(), f"{family.folder} is empty"
    files = family.table_files()
    assert files, f"{family.folder} has no table: one of {family.tables}"
    assert not unnamed(family, files), told(unnamed(family, files))


@pytest.mark.parametrize("family", [f for f in BUILT if f.name in SUITES], ids=lambda f: f.name)
def test_every_member_is_named_by_the_suite_of_its_family(family: Family) -> None:
    files = sorted((ROOT / SUITES[family.name]).rglob("*.py"))
    assert not unnamed(family, files), told(unnamed(family, files))


def slugs_in(folder: str) -> set[str]:
    """Return the public names that the files of a folder stand for."""
    stems = (path.stem for path in (ROOT / folder).glob("*.py"))
    return {stem.rstrip("_").replace("_", "-") for stem in stems if not stem.startswith("_")}


@pytest.mark.skipif(not exists("fabric/rules/checks"), reason="there is no rule yet")
def test_every_rule_has_its_page_and_every_page_its_rule() -> None:
    assert slugs_in("fabric/rules/checks") == set(rule_pages())


@pytest.mark.skipif(not exists("fabric/services/verbs"), reason="there is no service yet")
def test_no_service_is_without_a_command() -> None:
    assert slugs_in("fabric/services/verbs") - slugs_in("fabric/faces/cli/verbs") == set()


@pytest.mark.parametrize(
    ("table", "is_complete"),
    [
        pytest.param("from fabric.fruit import apple, pear_tree\n", True, id="imported by name"),
        pytest.param("import fabric.fruit.apple\nT = 'pear-tree'\n", True, id="named by slug"),
        pytest.param("T = ('fabric.fruit.apple:eat', 'pear_tree')\n", True, id="named by path"),
        pytest.param("from fabric.fruit import apple\n", False, id="a forgotten one is noticed"),
    ],
)
def test_the_comparison_itself(table: str, is_complete: bool, tmp_path: Path) -> None:
    path = tmp_path / "catalog.py"
    path.write_text(table, encoding="utf-8")
    named = [is_named(member, "fabric.fruit", words_in(path)) for member in ("apple", "pear_tree")]
    assert all(named) is is_complete
