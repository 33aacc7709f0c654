"""What holds for any text: no error, lines that are true, and nothing out of code."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from fabric.rules_files.plan_file import plan_entry, read_plan, write_plan
from fabric.rules_files.split import find_rules

CODE_WORD = "zzcode"
WORDS = st.sampled_from(
    [
        "never",
        "always",
        "must",
        "run",
        "the",
        "tests",
        "should",
        "use",
        "avoid",
        "code",
        "a",
        "branch",
        "`x.py`",
        "do",
        "not",
        "push",
        "**bold**",
        "immer",
        "nie",
        "muss",
        "soll",
        "deve",
        "nunca",
        "não",
        "必须",
        "禁止",
        "优先",
        "provider,",
        "value.",
        "why:",
        "note:",
    ]
)
SENTENCES = st.lists(WORDS, min_size=1, max_size=8).map(" ".join)
PROSE = st.one_of(
    SENTENCES,
    SENTENCES.map("- {}".format),
    SENTENCES.map("1. {}".format),
    SENTENCES.map("  - {}".format),
    SENTENCES.map("> {}".format),
    SENTENCES.map("## {}".format),
    SENTENCES.map("**{}:**\n".format),
    st.just("| Rule | Why |\n|---|---|\n| never push | it breaks |"),
    st.just("<rules>"),
    st.just("</rules>"),
    st.just("<!-- a comment: never -->"),
)


@st.composite
def fences(draw: st.DrawFn) -> str:
    """A closed fence of any mark, length and depth, with rules and shorter fences inside."""
    mark = draw(st.sampled_from("`~")) * draw(st.integers(4, 7))
    inner = draw(st.sampled_from(["```", "~~~", "# MUST", "- NEVER", "<rules>", ""]))
    indent = draw(st.sampled_from(["", "  "]))
    lines = [mark + "markdown", f"- NEVER {CODE_WORD}", f"{inner} {CODE_WORD}", mark]
    return "\n".join(indent + line for line in lines)


BLOCKS = st.lists(st.one_of(PROSE, fences()), max_size=12)


def squashed(text: str) -> str:
    return re.sub(r"\W+", "", text).casefold()


@given(st.text(max_size=400), st.text(max_size=40))
@settings(deadline=None, max_examples=200)
def test_no_text_and_no_name_raises(text: str, source: str) -> None:
    find_rules(text, source)


@given(st.lists(st.sampled_from(list("#-*_`~>|<!/=\n \t1.:[]()never")), max_size=200).map("".join))
@settings(deadline=None, max_examples=200)
def test_no_heap_of_markup_raises(text: str) -> None:
    find_rules(text, "AGENTS.md")


@given(BLOCKS.map("\n".join))
@settings(deadline=None, max_examples=300)
def test_the_line_of_a_rule_holds_its_first_words(text: str) -> None:
    lines = text.split("\n")
    for rule in find_rules(text, "AGENTS.md"):
        first = re.search(r"\w+", rule.quote)
        assert first is not None
        assert squashed(first.group(0)) in squashed(lines[rule.line - 1])


@given(BLOCKS.map("\n\n".join))
@settings(deadline=None, max_examples=300)
def test_nothing_comes_out_of_a_fence(text: str) -> None:
    said = [f"{rule.rule} {rule.quote} {rule.heading}" for rule in find_rules(text, "AGENTS.md")]
    assert not [each for each in said if CODE_WORD in each]


@given(BLOCKS.map("\n".join))
@settings(deadline=None, max_examples=100)
def test_the_same_text_gives_the_same_rules_in_the_order_of_lines(text: str) -> None:
    found = find_rules(text, "AGENTS.md")
    assert found == find_rules(text, "AGENTS.md")
    assert [each.line for each in found] == sorted(each.line for each in found)


@given(st.lists(st.text(max_size=60), max_size=4), st.text(max_size=20))
@settings(deadline=None, max_examples=100)
def test_a_plan_of_any_rules_reads_back_as_it_was_written(items: list[str], source: str) -> None:
    text = "".join(f"- Never push {item}\n" for item in items)
    found = find_rules(text, source)
    entries = read_plan(write_plan(found))
    written = [plan_entry(each) for each in found]
    assert [entry.rule for entry in entries] == [entry.rule.strip() for entry in written]
    assert [entry.why for entry in entries] == [entry.why for entry in written]
