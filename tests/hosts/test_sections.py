"""One section of ours in an instructions file, whatever the number of runs and hosts."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fabric.hosts.agents import agents_md, codex, gemini
from fabric.hosts.sections import Section, find_blocks
from fabric.hosts.unfit import Unfit

BD = """\
# Project
Use tabs.

<!-- BEGIN BEADS INTEGRATION v:1 profile:minimal hash:970c3bf2 -->
## Beads Issue Tracker
Run `bd prime`.
<!-- END BEADS INTEGRATION -->
"""
LINES = st.sampled_from(
    [
        "# Title",
        "",
        "",
        "text",
        "```",
        "~~~~",
        "  ```python",
        "- a",
        "<!-- BEGIN BEADS",
        "\ttab",
        "é",
    ]
)
TEXTS = st.one_of(
    st.lists(LINES).map("\n".join),
    st.lists(LINES).map("\r\n".join),
    st.tuples(st.lists(LINES).map("\n".join), st.sampled_from(["\n", "\r\n", "\n\n"])).map("".join),
    st.text(max_size=40),
)


@settings(max_examples=300, deadline=None)
@given(TEXTS)
@example("\r")
@example("a\r\nb\r")
@example("\r\n\n")
def test_any_text_comes_back_byte_for_byte(text: str) -> None:
    put = codex.SECTION.put(text)
    assert codex.SECTION.put(put) == put
    assert len(find_blocks(put)) == 1
    taken = codex.SECTION.take(put)
    assert (taken.after, taken.exact, taken.remark) == (text, True, "")


@settings(max_examples=100, deadline=None)
@given(TEXTS, st.permutations([codex.SECTION, gemini.SECTION, agents_md.SECTION]))
def test_hosts_share_one_section_and_the_last_to_go_takes_it(
    text: str, order: list[Section]
) -> None:
    now: str | None = text
    for section in (codex.SECTION, gemini.SECTION, agents_md.SECTION):
        now = section.put(now)
    blocks = find_blocks(now or "")
    assert len(blocks) == 1
    assert blocks[0].users == {"agents-md", "codex", "gemini"}
    for section in order:
        assert now is not None
        now = section.take(now).after
    assert now == text


def test_the_section_of_bd_and_the_words_around_it_stay_as_they_are() -> None:
    put = agents_md.SECTION.put(codex.SECTION.put(codex.SECTION.put(BD)))
    assert put.startswith(BD)
    assert put.count("BEGIN FABRIC MEMORY") == 1
    headings = [line for line in put.splitlines() if line.startswith("#")]
    assert len(headings) == len(set(headings))


def test_our_markers_hold_none_of_bds_marker_words() -> None:
    rendered = codex.SECTION.rendered({"codex"})
    assert "BEADS" not in rendered
    assert "bd " not in rendered


def test_a_file_that_we_made_is_taken_away_whole_and_an_empty_one_stays() -> None:
    assert codex.SECTION.take(codex.SECTION.put(None)).after is None
    assert codex.SECTION.take(codex.SECTION.put("")).after == ""


def test_text_that_was_added_behind_the_section_stays() -> None:
    added = codex.SECTION.put(BD) + "\n## Later\n"
    assert codex.SECTION.take(added).after == BD + "\n## Later\n"


def test_an_older_text_between_the_markers_is_brought_up_to_date_in_place() -> None:
    older = codex.SECTION.put(BD).replace("Project memory", "Old words") + "\n## Later\n"
    now = codex.SECTION.put(older)
    assert "Old words" not in now
    assert now == codex.SECTION.put(BD) + "\n## Later\n"


def test_of_two_sections_the_first_stays() -> None:
    block = codex.SECTION.rendered({"codex"})
    now = codex.SECTION.put(f"# A\n\n{block}\n\n# B\n\n{block}\n")
    assert now == f"# A\n\n{block}\n\n# B\n"


def test_a_section_of_another_host_is_left_to_it() -> None:
    put = gemini.SECTION.put(BD)
    assert codex.SECTION.count(put) == 0
    assert codex.SECTION.take(put).after == put


def test_markers_in_a_closed_code_fence_are_an_example() -> None:
    example = f"# How\n\n````markdown\n```\n{codex.SECTION.rendered({'codex'})}\n```\n````\n"
    assert find_blocks(example) == ()
    assert codex.SECTION.take(codex.SECTION.put(example)).after == example


def test_a_fence_that_is_never_closed_does_not_hide_our_section() -> None:
    put = codex.SECTION.put("# A\n```\ncode\n")
    assert codex.SECTION.put(put) == put


@pytest.mark.parametrize(
    ("text", "line"),
    [
        pytest.param("a\n<!-- BEGIN FABRIC MEMORY (codex) -->\n", 2, id="a begin without an end"),
        pytest.param("<!-- END FABRIC MEMORY -->\n", 1, id="an end without a begin"),
        pytest.param(
            "<!-- BEGIN FABRIC MEMORY (codex) -->\n<!-- BEGIN FABRIC MEMORY (codex) -->\n"
            "<!-- END FABRIC MEMORY -->\n",
            1,
            id="two begins",
        ),
    ],
)
def test_a_marker_without_its_counterpart_is_refused(text: str, line: int) -> None:
    with pytest.raises(Unfit, match=f"in line {line}"):
        codex.SECTION.put(text)


def test_words_about_the_markers_are_no_markers() -> None:
    text = "See `<!-- BEGIN FABRIC MEMORY (codex) -->` and <!-- END FABRIC MEMORY --> here.\n"
    assert find_blocks(text) == ()
