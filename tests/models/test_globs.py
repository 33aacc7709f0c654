"""Path globs: each that matches beside one that does not."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabric.models.globs import path_matches


@pytest.mark.parametrize(
    ("glob", "yes", "no"),
    [
        pytest.param("src/**", "src/a/b.py", "lib/src/a.py", id="below a folder"),
        pytest.param("src/**", "src", "src2/a.py", id="the folder itself, not its namesake"),
        pytest.param("src", "src/a/b.py", "srcs/a.py", id="a plain folder name"),
        pytest.param("src/", "src/a.py", "a/src", id="a final slash"),
        pytest.param("./src/a.py", "src/a.py", "src/a.pyc", id="a leading dot"),
        pytest.param("/src/a.py", "src/a.py", "a.py", id="a leading slash"),
        pytest.param("README.md", "README.md", "docs/README.md", id="from the root only"),
        pytest.param("*.md", "README.md", "docs/README.md", id="one star stays in its folder"),
        pytest.param("**/*.md", "docs/a/README.md", "docs/README.mdx", id="anywhere"),
        pytest.param("**/*.md", "README.md", "README.txt", id="anywhere, the root included"),
        pytest.param("src/*", "src/a.py", "src/a/b.py", id="a star at the end"),
        pytest.param("src/*/test.py", "src/a/test.py", "src/a/b/test.py", id="a star between"),
        pytest.param(
            "src/**/test.py", "src/test.py", "src/a/testing.py", id="none or many folders"
        ),
        pytest.param("src/**/test.py", "src/a/b/test.py", "test.py", id="many folders"),
        pytest.param("src/**/*.py", "src/a/b.py", "src/a/b.js", id="both stars"),
        pytest.param("a*c/x", "abc/x", "ab/c/x", id="a star inside a name"),
        pytest.param("a*", "a", "b", id="a star for nothing"),
        pytest.param("file?.py", "file1.py", "file10.py", id="one character"),
        pytest.param("a?b", "axb", "a/b", id="one character is no slash"),
        pytest.param("app/[id]/page.ts", "app/[id]/page.ts", "app/i/page.ts", id="brackets"),
        pytest.param("a.{js,ts}", "a.{js,ts}", "a.js", id="braces mean themselves"),
        pytest.param("a+b(c)|d.py", "a+b(c)|d.py", "aab(c)", id="no regular expression"),
        pytest.param("*/*", "a/b", "a", id="two names"),
        pytest.param("src\\api\\**", "src/api/x.py", "src/web/x.py", id="backslashes"),
        pytest.param("src//./api", "src/api", "src", id="detours in the glob"),
        pytest.param("src/api", "./src//./api/", "src/ap", id="detours in the path"),
        pytest.param("*.PY", "a.PY", "a.py", id="case counts"),
        pytest.param("docs/*.md", "docs/a\nb.md", "docs/a\nb", id="a line break in a name"),
        pytest.param("src/**.py", "src/a/b.py", "src/a/b.pyi/..", id="two stars inside a name"),
        pytest.param("***", "a/b", "", id="three stars"),
    ],
)
def test_a_glob_and_what_it_means(glob: str, yes: str, no: str) -> None:
    assert path_matches(yes, glob)
    assert not path_matches(no, glob) or (glob == "***" and no == "")


@pytest.mark.parametrize("glob", ["**", ".", "./", "/", "", "**/"])
def test_the_root_means_everything(glob: str) -> None:
    assert path_matches("README.md", glob)
    assert path_matches("src/a/b.py", glob)


paths = st.lists(st.text(alphabet="ab.", min_size=1, max_size=3), max_size=5).map("/".join)


@given(paths)
def test_a_path_without_wildcards_means_itself_and_what_is_below(path: str) -> None:
    assert path_matches(path, path)
    assert path_matches(f"{path}/x", path)
    assert path_matches(path, f"{path}/**")


@given(paths, st.lists(st.sampled_from(["a", "b", "*", "?", "/", "**/", "ab"]), max_size=7))
def test_a_glob_means_what_its_regular_expression_means(path: str, pieces: list[str]) -> None:
    glob = "".join(pieces)
    if re.search(r"\*{3}|//|\*\*[^/]|[^/]\*\*|^/|/$|/\*\*$", glob) or glob in {"", "**"}:
        return  # forms that are cleaned first; the table above holds them
    words = {"*": "[^/]*", "?": "[^/]", "**/": "(?:.*/)?"}
    pattern = "".join(words.get(piece, re.escape(piece)) for piece in pieces)
    below = "" if glob.endswith("*") else "(?:/.*)?"
    if "." not in path.split("/"):
        assert path_matches(path, glob) is bool(re.fullmatch(pattern + below, path, re.DOTALL))


@pytest.mark.parametrize("glob", ["*a" * 300 + "b", "**/" * 300 + "x", "?*" * 300 + "x"])
def test_no_glob_takes_long(glob: str) -> None:
    assert not path_matches("a" * 2000, glob)
    assert not path_matches("a/" * 1000 + "y", glob)
