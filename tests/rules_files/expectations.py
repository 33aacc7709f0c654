"""What a careful team lead would call a standing rule in each sample, read by hand.

Only line numbers and strengths stand here; the samples themselves are not in this
repository. They were written before the splitter was, with these habits of reading:

- A line counts if somebody who joins the team must know it and hold to it, tomorrow too.
- Steps of a procedure, commands, set-up, facts about a tool, reasons, examples, acceptance
  lists, permissions (MAY, "darf") and pointers to other documents do not count, nor does
  anything between the markers of a block that a tool maintains. A step counts if it carries
  an obligation of its own ("always include ...").
- A list under an enumerating lead ("Before writing code, read these files:", "only for:") is
  one rule, on the line of the lead. A list whose items each say something of their own is a
  rule an item, and the lead is none.
- In tables the row counts, on its own line. In a paragraph of several lines, the line where
  the sentence begins.
- "hard" where the words (or the heading, if the words are silent) leave no choice; else "soft".
- In the scrubbed sample the prose is made up, so only lines with real rule words count.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Expected:
    """The rules of one sample: digest of the file, its shape in words, line numbers by strength."""

    sha256: str
    shape: str
    hard: tuple[int, ...] = ()
    soft: tuple[int, ...] = ()

    @property
    def lines(self) -> tuple[int, ...]:
        """Every expected line, ascending."""
        return tuple(sorted(self.hard + self.soft))


def _span(first: int, last: int) -> tuple[int, ...]:
    return tuple(range(first, last + 1))


EXPECTED = {
    "actual-cli-29aaf503-3df8-4d93-b7b7-53ab90c957f6.md": Expected(
        sha256="495bbfcb1fde09cc3118db2eb94b738d1ffd9be33841ca6949696b3d5493b0ee",
        shape="tagged decision record, RFC 2119 words with rule ids",
        hard=(11, 12, 13, 14, 50),
        soft=(15, 16),
    ),
    "actual-cli-adr-003.mdc": Expected(
        sha256="d1444e44a5d04518227b9f6b4cc4f4f73b11445951726748d95d59cdf68bc8c8",
        shape="editor rule with front matter and globs, one long paragraph",
        hard=(10,),
    ),
    "automation-templates-CLAUDE.de.md": Expected(
        sha256="8be2c38bf317acb6cbbdc08ecfd14ef7644f840a3a0f92a8a68844bb230a45c3",
        shape="German, first person, tiers and tables",
        hard=(
            48,
            68,
            *_span(89, 95),
            *_span(103, 106),
            *_span(110, 112),
            *_span(116, 118),
            *_span(148, 150),
            *_span(165, 169),
            *_span(173, 177),
            *_span(181, 185),
            *_span(232, 234),
            *_span(259, 264),
            274,
            284,
            299,
        ),
        soft=(
            22,
            23,
            *_span(27, 30),
            46,
            *_span(74, 77),
            *_span(189, 194),
            *_span(202, 207),
            *_span(213, 216),
            218,
            *_span(226, 229),
            236,
            *_span(240, 243),
            251,
            278,
        ),
    ),
    "beadboard-AGENTS.md": Expected(
        sha256="498d17ce87d4d95b0fb1507714de19967748ebe1309560e56b487be4e0c5da50",
        shape="team manual, numbered rules, managed block",
        hard=(
            *(8, 11, 12, 16, 18, 22, 24),
            *(35, 37, 41, 45),
            *(122, 130, 131, 136, 144, 148, 156, 164),
            *(179, 180, 182, 184, 185),
        ),
        soft=(
            *(7, 13, 14, 15, 17, 19, 20, 21, 23, 29, 30, 31),
            *(121, 123, 124, 128, 129, 135, 137, 141),
            *(160, 161, 162, 163),
            *(178, 181, 183),
        ),
    ),
    "beads-AGENTS.md": Expected(
        sha256="d2f61bc950b2275edfe4d2b363b749221ce71345b188c33607e1a752ad1abd48",
        shape="agent guide, prose and bold rules, managed block",
        hard=(36, 43, 45, 75, 103, 127, 134, 145, 146, 147, 148),
        soft=(23, 29, 54, 95),
    ),
    "beads-CONTRIBUTING.md": Expected(
        sha256="32b5f6f975a7eadc3003f66f82f1e3bf87d3c8cf1cd417392bc3b3d394a9543a",
        shape="contributor guide, mostly how-to",
        hard=(117, 120, 121, 130, 200, 290, 291, 293, 301, 316, 324, 337, 338),
        soft=(
            *_span(66, 70),
            105,
            119,
            *_span(122, 126),
            *_span(170, 174),
            *_span(262, 265),
            297,
            418,
        ),
    ),
    "mem0-CLAUDE.symlink-as-text.md": Expected(
        sha256="a54ff182c7e8acf56acfd6e4b9c3ff41e2c41a31c9b211b2deb9df75d9a478f9",
        shape="symbolic link checked out as text",
    ),
    "morphir-CLAUDE.md": Expected(
        sha256="452e50df98000d1291b97e0445db55d1a69c4bf0f96e27798dba5709848b5ed0",
        shape="pointer file with one critical rule",
        hard=(9, 16),
        soft=(22, 27, 29),
    ),
    "neomagi-CLAUDE.zh.md": Expected(
        sha256="343dbc111122be7a05cdb2104f217c20dd7d214f961226ed5eb6cd44c9a839dc",
        shape="Chinese, rules without English modal words",
        hard=(
            *(38, 42, 52, 60, 62, 65, 67, 71, 72, 73, 76, 77, 86, 87, 88, 89, 90, 94, 97),
            *_span(102, 105),
            *(118, 120, 122, 123, 129, 137, 145, 152, 153, 154, 158, 161, 163, 168),
        ),
        soft=(
            *_span(8, 12),
            *(58, 59, 61, 66, 78, 79, 82, 95, 96, 112, 116, 117, 119, 121, 124),
            *_span(130, 133),
            *_span(138, 141),
            *(146, 147, 151, 159, 160, 162, 167, 169, 175),
        ),
    ),
    "sqlfluff-AGENTS.md": Expected(
        sha256="ad246856099ed250bccd2929bd284e08f3ac23be8f7a16a156200b56720dfa43",
        shape="English guide of a large project, pitfalls with marks",
        hard=(47, 108, 109, 113, 119, 167, 169, 171, 175, 177, 178, 179, 183, 184, 185, 187),
        soft=(
            *_span(41, 44),
            *_span(48, 50),
            *_span(53, 55),
            *(110, 114, 168, 170, 172, 176, 180, 186, 188),
        ),
    ),
    "trading-terminal-CLAUDE.md": Expected(
        sha256="e7e44d54414b2e571ffdd635ee3795e7ee43156e5d1bb39db3f33297add113e8",
        shape="numbered rules with nested NO bullets, do and don't lists",
        hard=(7, 13, *_span(16, 19), *_span(22, 24), 93, *_span(96, 99)),
        soft=_span(88, 92),
    ),
    "wms-AGENTS.bom.pt.md": Expected(
        sha256="b4cebc5362974c699eaa4c7a6ec3ec109bcc046af93d206e8909f7091bf273a2",
        shape="byte order mark, Portuguese",
        hard=(6, 8, 9, 10),
    ),
}
