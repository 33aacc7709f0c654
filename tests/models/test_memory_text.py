"""The words of a memory: titles and sections, read tolerantly, written in one shape."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabric.errors import InvalidMemory
from fabric.models.memory_text import (
    ALTERNATIVES,
    NO_ALTERNATIVES,
    SECTIONS,
    Title,
    lines_of,
    read_sections,
    read_title,
    statement_of,
    text_bytes,
    write_description,
    write_title,
)

WRITTEN = (
    "Scope: server code\n"
    "Out of Scope: tests\n"
    "Rule: Every write goes through the service layer.\n"
    "Rationale: One place to audit.\n"
    "Failure Mode: Lost writes.\n"
    "Alternatives Considered: none recorded with this decision"
)
READ = {
    "Scope": "server code",
    "Out of Scope": "tests",
    "Rule": "Every write goes through the service layer.",
    "Rationale": "One place to audit.",
    "Failure Mode": "Lost writes.",
    "Alternatives Considered": NO_ALTERNATIVES,
}
lines = st.text(alphabet=st.characters(codec="utf-8"), max_size=20)
texts = st.lists(lines, max_size=3).map("\n".join)


def test_the_written_form_is_the_contracts_own() -> None:
    assert write_description({key: READ[key] for key in SECTIONS}) == WRITTEN
    assert read_sections(WRITTEN) == READ


def test_a_section_that_is_not_said_stands_there_empty() -> None:
    assert write_description({"Rule": "Do."}) == (
        "Scope:\nOut of Scope:\nRule: Do.\nRationale:\nFailure Mode:\n"
        "Alternatives Considered: none recorded with this decision"
    )


def test_alternatives_are_written_where_they_are_said() -> None:
    assert write_description({ALTERNATIVES: "a queue"}).endswith("Considered: a queue")


@given(st.dictionaries(st.sampled_from((*SECTIONS, ALTERNATIVES)), texts))
def test_what_is_written_is_read_back_or_refused(sections: dict[str, str]) -> None:
    said = {name: "\n".join(lines_of(text)).strip() for name, text in sections.items()}
    blank = dict.fromkeys(SECTIONS, "") | {ALTERNATIVES: NO_ALTERNATIVES}
    try:
        written = write_description(sections)
    except InvalidMemory:
        assert any(read_sections(text) for text in said.values())
    else:
        assert read_sections(written) == blank | {k: v for k, v in said.items() if v}
        assert write_description(read_sections(written)) == written


@pytest.mark.parametrize(
    "description",
    [
        pytest.param(WRITTEN.replace("\n", "\r\n"), id="CRLF"),
        pytest.param(WRITTEN.replace("\n", "\r"), id="CR, as the digest takes it"),
        pytest.param(WRITTEN.replace("\n", "\n\n"), id="blank lines between"),
        pytest.param(WRITTEN.upper().replace(": ", ":\n"), id="upper case, text below"),
        pytest.param("\n".join(reversed(WRITTEN.split("\n"))), id="another order"),
        pytest.param("Introduction\n\n" + WRITTEN, id="words before the first section"),
        pytest.param(WRITTEN.replace(": ", " :"), id="a blank before the colon"),
        pytest.param("\n".join(f"- {line}" for line in WRITTEN.split("\n")), id="a list"),
        pytest.param("\n".join(f"> {line}" for line in WRITTEN.split("\n")), id="a quote"),
        pytest.param(
            "\n".join(f"{n}. {line}" for n, line in enumerate(WRITTEN.split("\n"), 1)),
            id="a numbered list",
        ),
        pytest.param(
            "\n".join("**" + line.replace(":", ":**", 1) for line in WRITTEN.split("\n")),
            id="bold with the colon inside",
        ),
        pytest.param(
            "\n".join("* __" + line.replace(":", "__:", 1) for line in WRITTEN.split("\n")),
            id="a list, bold with the colon outside",
        ),
        pytest.param(
            "\n".join("### " + line.replace(": ", "\n\n", 1) for line in WRITTEN.split("\n")),
            id="Markdown headings without a colon",
        ),
        pytest.param(
            "\n".join("## " + line.replace(": ", ":\n", 1) for line in WRITTEN.split("\n")),
            id="Markdown headings with a colon",
        ),
        pytest.param(
            "\n".join("**" + line.replace(": ", "**\n", 1) for line in WRITTEN.split("\n")),
            id="bold lines without a colon",
        ),
    ],
)
def test_sections_are_read_however_people_dress_them(description: str) -> None:
    read = {name: text.casefold() for name, text in read_sections(description).items()}
    assert read == {name: text.casefold() for name, text in READ.items()}


@pytest.mark.parametrize(
    "line",
    [
        "Rules: of the game",
        "The Rule: stands",
        "Rule",
        "Scope creep: no",
        "`Rule: x`",
        "fa\u0131lure mode: a dotless i",
        "\u017fcope: a long s",
    ],
)
def test_a_line_that_only_looks_like_a_heading_is_none(line: str) -> None:
    assert read_sections(line) == {}
    assert read_sections(f"Rule: a\n{line}") == {"Rule": f"a\n{line}"}


def test_the_first_section_of_a_name_counts_and_a_second_swallows_its_own_lines_only() -> None:
    again = "Rule: a\nRule: b\nbelow b\nRationale: c"
    assert read_sections(again) == {"Rule": "a", "Rationale": "c"}


def test_bold_words_at_the_start_of_a_text_are_kept() -> None:
    assert read_sections("Rule: **Never** push")["Rule"] == "**Never** push"
    assert read_sections("**Rule:** **Never** push")["Rule"] == "**Never** push"


def test_a_text_that_would_start_a_section_of_its_own_is_refused() -> None:
    with pytest.raises(InvalidMemory, match="begins like a section"):
        write_description({"Scope": "x\nRule: something else", "Rule": "Do."})
    with pytest.raises(InvalidMemory, match="begins like a section"):
        write_description({"Rationale": "because\n## Scope"})
    assert "Rule: Do." in write_description({"Scope": "x, as in Rule: so", "Rule": "Do."})


@pytest.mark.parametrize(
    ("title", "parts"),
    [
        ("[MEMORY][ARCH][HARD] Writes", ("arch", "hard", "Writes")),
        ("[memory] [Arch] [Soft]   Writes go  ", ("arch", "soft", "Writes go")),
        ("[MEMORY][UI/UX][HARD]", ("ui/ux", "hard", "")),
        ("[MEMORY][ARCH][HARD] Use [brackets] as\nyou like", None),
        ("[MEMORY][ARCH][FIRM] Writes", None),
        ("[MEMORY][HARD] Writes", None),
        ("[SUPERSEDED] [MEMORY][ARCH][HARD] Writes", None),
        ("MEMORY ARCH HARD Writes", None),
        ("", None),
    ],
)
def test_the_parts_of_a_title(title: str, parts: tuple[str, str, str] | None) -> None:
    if "brackets" in title:
        parts = ("arch", "hard", "Use [brackets] as\nyou like")
    assert read_title(title) == (Title(*parts) if parts else None)


@given(st.text(max_size=80), st.sampled_from(["arch", "ux", "my-area"]))
def test_a_written_title_is_read_back(statement: str, domain: str) -> None:
    flat = " ".join(statement.split())
    if flat:
        title = write_title(domain, "hard", statement)
        assert title == f"[MEMORY][{domain.upper()}][HARD] {flat}"
        assert read_title(title) == Title(domain, "hard", flat)


def test_a_title_may_take_500_bytes_and_no_more() -> None:
    room = 500 - len("[MEMORY][ARCH][HARD] ")
    assert text_bytes(write_title("arch", "hard", "x" * room)) == 500
    assert text_bytes(write_title("arch", "hard", "x" + "é" * (room // 2))) == 500
    with pytest.raises(InvalidMemory, match="takes 501 bytes"):
        write_title("arch", "hard", "x" * (room + 1))
    with pytest.raises(InvalidMemory, match="takes 501 bytes"):
        write_title("arch", "hard", "é" * (room // 2 + 1))
    with pytest.raises(InvalidMemory, match="no statement"):
        write_title("arch", "hard", " \n ")


def test_bytes_of_texts_are_counted_also_where_a_surrogate_stands_alone() -> None:
    assert text_bytes("é", "x", "") == 3
    assert text_bytes("\ud800") == len("\\ud800")


@pytest.mark.parametrize(
    "line",
    [" " * 100_000, "> " * 50_000, "#" * 100_000, "*" * 100_000, "1" * 100_000, "- " * 50_000],
    ids=["blanks", "quotes", "hashes", "stars", "digits", "bullets"],
)
def test_a_long_odd_line_is_read_at_once(line: str) -> None:
    assert read_sections(f"{line}x") == {}


PIECES = st.sampled_from(
    (
        "[MEMORY]",
        "[memory]",
        "[ARCH]",
        "[]",
        "[SOFT]",
        "[HARD]",
        "][",
        "] ",
        "[",
        "One",
        "\n",
        "\xa0",
    )
)


@given(st.lists(PIECES, max_size=9).map("".join))
def test_the_quick_way_to_a_statement_is_the_long_one(title: str) -> None:
    read = read_title(title)
    assert statement_of(title) == (read.statement if read else title)


@pytest.mark.parametrize(
    ("title", "statement"),
    [
        pytest.param("[MEMORY][ARCH][SOFT] Small [modules] ", "Small [modules]", id="as we write"),
        pytest.param("[memory] [arch][hard]Small", "Small", id="otherwise"),
        pytest.param("Small modules", "Small modules", id="by hand"),
    ],
)
def test_a_statement_is_what_a_title_says(title: str, statement: str) -> None:
    assert statement_of(title) == statement
