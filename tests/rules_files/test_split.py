"""What is a rule and what is left alone, each pair side by side."""

import pytest

from fabric.models.domain import Domain
from fabric.rules_files.candidate import RuleCandidate
from fabric.rules_files.split import find_rules


def rules(text: str, source: str = "AGENTS.md") -> list[RuleCandidate]:
    return find_rules(text, source)


def lines(text: str) -> list[int]:
    return [each.line for each in rules(text)]


@pytest.mark.parametrize(
    ("found", "left_alone"),
    [
        pytest.param("- You must run the tests.", "- The must-have list.", id="must"),
        pytest.param("- Never push on Friday.", "- It has never been pushed.", id="never"),
        pytest.param("- Always sign commits.", "- The cache is always warm.", id="always"),
        pytest.param("- Don't edit generated files.", "- We don't ship them.", id="do not"),
        pytest.param("- No secrets in code.", "- No setup is required.", id="no"),
        pytest.param("- A review is required.", "- A review is not required.", id="required"),
        pytest.param("- Functions should be short.", "- You should see a green dot.", id="should"),
        pytest.param("- Prefer small diffs.", "- I prefer tea.", id="prefer"),
        pytest.param("- Avoid global state.", "- This helps to avoid races.", id="avoid"),
        pytest.param("- Clients SHALL retry.", "- Clients MAY retry.", id="RFC 2119"),
        pytest.param("- Write tests for each fix.", "- Writes tests for you.", id="imperative"),
        pytest.param("- Review the diff first.", "- Review board", id="a verb that is a noun too"),
        pytest.param(
            "- After a merge, update the changelog.",
            "- After a merge, the bot runs.",
            id="occasion",
        ),
        pytest.param(
            "- Commit format: `type(scope): text`", "- Test command: `make test`", id="a format"
        ),
        pytest.param(
            "- Jede Änderung muss getestet werden.", "- Ein Test muss nicht sein.", id="German muss"
        ),
        pytest.param(
            "- Der Bot darf nie pushen und nicht mergen.",
            "- Der Bot darf pushen.",
            id="German darf nie",
        ),
        pytest.param(
            "- Die Tests sollen für jede Änderung laufen.",
            "- Die Tests laufen für jede Änderung auf dem Server.",
            id="German soll",
        ),
        pytest.param(
            "- Das Protokoll der Sitzung nicht vergessen, sondern die Datei hochladen.",
            "- Das Protokoll der Sitzung ist die Datei auf dem Server.",
            id="German infinitive",
        ),
        pytest.param(
            "- O código deve ter testes.",
            "- O código que não é necessário fica.",
            id="Portuguese deve",
        ),
        pytest.param(
            "- Nunca altere o arquivo.",
            "- O arquivo é de uma versão antiga.",
            id="Portuguese nunca",
        ),
        pytest.param(
            "- Manter os testes para que o projeto não quebre.",
            "- Os testes estão em uma pasta que é do projeto.",
            id="Portuguese infinitive",
        ),
        pytest.param("- 提交前必须运行测试。", "- 测试由服务器运行。", id="Chinese must"),
        pytest.param("- 禁止直接写数据库。", "- 数据库不会被覆盖。", id="Chinese must not"),
        pytest.param("- 优先使用标准库。", "- 优先级由 PM 决定。", id="Chinese prefer"),
    ],
)
def test_words_that_oblige_make_a_rule_and_words_like_them_do_not(
    found: str, left_alone: str
) -> None:
    assert lines(f"# Notes\n\n{found}\n") == [3]
    assert lines(f"# Notes\n\n{left_alone}\n") == []


@pytest.mark.parametrize(
    ("above", "found"),
    [
        ("## Rules", True),
        ("## Coding conventions", True),
        ("## Anti-patterns", True),
        ("**Don't:**", True),
        ("## Features", False),
        ("## Examples", False),
        ("## Setup", False),
        ("## Notes", False),
        ("**Accept when:**", False),
    ],
)
def test_a_terse_item_is_a_rule_by_what_stands_above_it(above: str, found: bool) -> None:
    assert lines(f"{above}\n\n- Two spaces of indentation\n") == ([3] if found else [])


def test_steps_of_a_procedure_are_left_alone_but_an_obligation_in_one_is_found() -> None:
    text = (
        "## Release process\n\n1. Update the version.\n2. Run `make dist`.\n"
        "3. Never upload from a branch.\n4. Push the tag.\n"
    )
    assert lines(text) == [5]


def test_among_facts_an_item_that_opens_with_a_preference_is_a_rule() -> None:
    text = "## Architecture\n\n- Prefer small modules.\n- Users prefer dark screens.\n"
    assert [each.line for each in rules(text)] == [3]


def test_numbered_rules_are_found_and_numbered_steps_are_not() -> None:
    steps = "1. Keep functions short.\n2. Write a test first.\n"
    assert lines(f"## Core rules\n\n{steps}") == [3, 4]
    assert lines(f"## Adding a parser\n\n{steps}") == []


def test_nested_no_bullets_are_rules_of_their_own_and_their_lead_is_none() -> None:
    text = "## Rules\n\n2. **NO chatter:**\n   - NO introductions\n   - NO apologies\n3. Be kind.\n"
    assert lines(text) == [4, 5, 6]


def test_an_enumerating_lead_is_one_rule_with_its_list() -> None:
    text = "Before writing code, read these files:\n\n- `ARCHITECTURE.md`\n- `STYLE.md`\n"
    (rule,) = rules(text)
    assert rule.line == 1
    assert rule.rule == "Before writing code, read these files: `ARCHITECTURE.md`; `STYLE.md`"


def test_a_lead_with_rules_of_their_own_below_is_none() -> None:
    text = "All code must follow these standards:\n\n- Write clear code\n- Add comments to hacks\n"
    assert lines(text) == [3, 4]


def test_an_item_keeps_the_words_above_that_turn_its_meaning() -> None:
    (rule,) = rules("**Don't:**\n\n- Server-side components\n")
    assert rule.rule == "Don't: Server-side components"
    assert rule.strength == "hard"
    (plain,) = rules("## Rules\n\n- Two spaces of indentation\n")
    assert plain.rule == "Two spaces of indentation"


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("**NEVER:**\n\n- force push\n", "NEVER: force push"),
        ("## Don't\n\n- Use global state\n", "Don't: Use global state"),
        ("# Rules\n\n- ❌ Use global state\n", "Don't: Use global state"),
        ("# Rules\n\n- ❌ Never use global state\n", "Never use global state"),
        ("**NEVER:**\n\n- don't lie\n", "don't lie"),
        ("## Rules you must never break\n\n- Use a lock\n", "Use a lock"),
        ("When editing code:\n\n- Match its style\n", "When editing code: Match its style"),
        ("| Do | Don't |\n|---|---|\n| Ask | Guess |\n", "Do: Ask / Don't: Guess"),
        ("| # | Rule |\n|---|---|\n| 1 | Ask first |\n", "Ask first"),
    ],
)
def test_no_rule_says_the_opposite_of_the_file(text: str, rule: str) -> None:
    assert [each.rule for each in rules(text)] == [rule]


def test_table_rows_are_rules_under_a_column_about_rules_only() -> None:
    row = "| Secrets in code | Security |\n"
    assert lines(f"| Verbot | Grund |\n|---|---|\n{row}") == [3]
    assert lines(f"| Layer | Technology |\n|---|---|\n{row}") == []
    (rule,) = rules(f"| Rule | Why |\n|---|---|\n{row}")
    assert (rule.form, rule.rule, rule.rationale) == ("row", "Secrets in code", "Security")


def test_fences_of_either_mark_and_any_length_are_code() -> None:
    text = (
        "# Rules\n- MUST run the tests.\n\n````markdown\n## Communication\n- NEVER page twice.\n"
        "```bash\n# not a heading\n```\n````\n\n~~~\n- ALWAYS use root\n~~~\n"
    )
    (rule,) = rules(text)
    assert (rule.line, rule.rule, rule.heading) == (2, "MUST run the tests.", ("Rules",))


def test_nested_and_indented_code_is_code_and_what_follows_is_found() -> None:
    text = (
        "# Rules\n\n1. Never skip a test:\n   ```\n   - ALWAYS skip\n   ```\n   - Do not cheat.\n\n"
        "Text.\n\n    - NEVER indented code\n\n- Always check.\n"
    )
    assert [each.rule for each in rules(text)] == [
        "Do not cheat.",
        "Always check.",
    ]


def test_a_maintained_block_is_left_alone_and_the_text_around_it_is_not() -> None:
    block = "## Issues\n- NEVER use TODO lists\n\n"
    begin, end = "<!-- BEGIN BEADS INTEGRATION v:1 -->\n", "<!-- END BEADS INTEGRATION -->\n"
    around = "- Never push.\n\n{}- Always sign.\n"
    assert lines(around.format(begin + block + end)) == [1, 8]
    assert lines(around.format(block)) == [1, 4, 6]


def test_a_mark_inside_a_fence_begins_no_maintained_block() -> None:
    text = "```\n<!-- BEGIN BEADS INTEGRATION -->\n```\n\n- Never push.\n"
    assert lines(text) == [5]


def test_a_block_that_never_ends_hides_nothing() -> None:
    assert lines("<!-- BEGIN BEADS INTEGRATION -->\n\n- Never push.\n") == [3]


def test_tags_round_rules_are_read_through_and_examples_in_tags_are_not() -> None:
    assert lines("<rules>\nNever push.\n</rules>\n\n<example>\nNever pull.\n</example>\n") == [2]
    (rule,) = rules('<rule id="1" applies_to="src/**">\nNever push.\n</rule>\n')
    assert rule.paths == ("src/**",)


def test_a_heading_is_a_rule_when_nothing_below_it_says_one() -> None:
    (rule,) = rules("### 1. Never commit secrets\n\nThey leak. It happened twice.\n")
    assert (rule.form, rule.line) == ("heading", 1)
    below = rules("### 1. Never commit secrets\n\nYou must keep them in the vault.\n")
    assert [each.form for each in below] == ["paragraph"]


def test_examples_and_reasons_below_a_rule_are_left_alone() -> None:
    text = "# Rules\n\n- Name branches after beads.\n  - Example: `mf-1`\n  - **WHY**: must be found.\n"
    assert lines(text) == [3]


def test_a_sentence_in_a_paragraph_is_found_on_its_own_line() -> None:
    text = "# Storage\n\nThe driver owns locks.\nOur code must not take any lock; it waits.\n"
    (rule,) = rules(text)
    assert (rule.line, rule.rule) == (4, "Our code must not take any lock; it waits.")


def test_prose_that_describes_is_left_alone() -> None:
    assert lines("# About\n\nThe tool reads beads and prints them. It is written in Go.\n") == []


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_a_byte_order_mark_and_any_line_end_change_no_line_and_no_word(line_end: str) -> None:
    text = line_end.join(["\ufeff# Rules", "", "- Never push.", "- Always pull.", ""])
    assert [(each.line, each.statement, each.heading) for each in rules(text)] == [
        (3, "Never push", ("Rules",)),
        (4, "Always pull", ("Rules",)),
    ]


def test_unicode_separators_end_no_line() -> None:
    text = "- Never push\u2028on a\u0085Friday\u2029evening.\n- Always pull.\n"
    assert [(each.line, each.rule) for each in rules(text)] == [
        (1, "Never push on a Friday evening."),
        (2, "Always pull."),
    ]


@pytest.mark.parametrize(
    ("matter", "paths"),
    [
        ('globs: ["src/**", "test/**"]', ("src/**", "test/**")),
        ("globs: *.ts, *.{js,jsx}", ("*.ts", "*.{js,jsx}")),
        ("paths:\n  - src/api/**\n  - 'lib/**'", ("lib/**", "src/api/**")),
        ('applyTo: "**/*.py"', ("**/*.py",)),
        ("globs: **/*", ()),
        ("globs:\nalwaysApply: true", ()),
        ("description: globs: no", ()),
    ],
)
def test_front_matter_of_every_host_narrows_the_paths(matter: str, paths: tuple[str, ...]) -> None:
    (rule,) = rules(f"---\n{matter}\n---\n- Never push.\n")
    assert rule.paths == paths
    assert rule.line == matter.count("\n") + 4


@pytest.mark.parametrize(
    ("source", "paths"),
    [
        ("AGENTS.md", ()),
        ("src/core/AGENTS.md", ("src/core/**",)),
        ("pkg/.cursor/rules/a.mdc", ("pkg/**",)),
        (".github/copilot-instructions.md", ()),
        ("../other/AGENTS.md", ()),
    ],
)
def test_the_folder_of_a_nested_file_narrows_the_paths(source: str, paths: tuple[str, ...]) -> None:
    (rule,) = rules("- Never push.\n", source)
    assert rule.paths == paths


def test_the_same_rule_twice_in_a_file_is_one() -> None:
    assert lines("- Never push.\n\n## Again\n\n- Never  push.\n- Never pull.\n") == [1, 6]


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("- **R-12** MUST: Keep layers apart.", "Keep layers apart"),
        ("- ❌ Don't skip hooks. They are fast.", "Don't skip hooks"),
        ("- The API is public. Never break it.", "Never break it"),
        ("- Never " + "really " * 40 + "push.", "Never " + "really " * 15 + "really…"),
    ],
)
def test_a_statement_is_the_sentence_that_obliges_short_and_bare(text: str, statement: str) -> None:
    (rule,) = rules(text + "\n")
    assert rule.statement == statement


def test_a_statement_fits_in_a_title_whatever_its_script() -> None:
    (rule,) = rules("- Never use " + "🔴" * 110 + ".\n")
    assert len(rule.statement.encode()) <= 410
    assert rule.statement.endswith("🔴…")


def test_a_rule_says_why_it_was_taken_for_one() -> None:
    hard, told, placed = rules("## Rules\n\n- Never push.\n- Write tests.\n- Two spaces\n")
    assert hard.why == ("says “never”",)
    assert told.why == ("tells “write”", "under “Rules”")
    assert placed.why == ("under “Rules”",)
    (coded,) = rules("Before a merge, run the check:\n\n```\nmake check\n```\n")
    assert coded.why == ("tells “run”", "its code is not copied")


def test_a_domain_is_guessed_from_a_word_and_only_among_those_given() -> None:
    known = [
        Domain("memory-ux", "UI/UX"),
        Domain("memory-arch"),
        Domain("memory-money", "Billing", short="billing"),
    ]
    text = "## Layers\n\n- Never import upwards.\n\n## Money\n\n- Never round in billing.\n- Never lie.\n"
    found = find_rules(text, "AGENTS.md", known)
    assert [each.domain for each in found] == ["arch", "billing", ""]
    assert found[0].domain_reason == "“layers” in heading “Layers”"
    assert found[2].domain_reason == "no word points at a known domain"
    assert [each.domain for each in rules(text)] == ["", "", ""]
