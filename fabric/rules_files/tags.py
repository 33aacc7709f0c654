"""XML-like tags that stand on lines of their own round rules (`<rules>` … `</rules>`)."""

import re
from bisect import bisect_right
from collections.abc import Container

from fabric.models.frozen import dataclass
from fabric.rules_files.signs import word_set

_LINE = re.compile(r"^[ \t>]*<(/?)([A-Za-z][\w.:-]*)((?:\s+[^<>]*)?)(/?)>[ \t]*$")
_ATTRIBUTE = re.compile(r"""([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_DEEPEST = 20
_HTML = word_set(
    "a b br center code details div em h1 h2 h3 h4 h5 h6 hr i img kbd li ol p picture pre script "
    "section small source span strong style sub summary sup svg table tbody td textarea th thead "
    "tr u ul"
)


@dataclass(frozen=True, slots=True)
class Tag:
    """An opening tag: its name and attributes (lower-case keys)."""

    name: str
    attributes: tuple[tuple[str, str], ...] = ()

    @property
    def words(self) -> str:
        """The name as words: `critical_rules` says critical rules."""
        return re.sub(r"[\W_]+", " ", self.name).lower()


@dataclass(frozen=True, slots=True)
class Tags:
    """The tag lines of a text, and which tags are open from each on."""

    lines: tuple[int, ...] = ()
    open_after: tuple[tuple[Tag, ...], ...] = ()

    def around(self, number: int) -> tuple[Tag, ...]:
        """The tags that are open at a line, outermost first."""
        at = bisect_right(self.lines, number)
        return self.open_after[at - 1] if at else ()


def find_tags(text: str, code: Container[int]) -> Tags:
    """The tag lines outside of code; `code` holds the 0-based numbers of lines of code."""
    lines: list[int] = []
    open_after: list[tuple[Tag, ...]] = []
    around: tuple[Tag, ...] = ()
    for at, line in enumerate(text.split("\n")):
        found = None if at in code else _LINE.match(line)
        if found is None or found.group(2).lower() in _HTML:
            continue
        around = _after(around, found)
        lines.append(at + 1)
        open_after.append(around)
    return Tags(tuple(lines), tuple(open_after))


def _after(around: tuple[Tag, ...], found: re.Match[str]) -> tuple[Tag, ...]:
    closing, name, attributes, alone = found.groups()
    if alone:
        return around
    if not closing:
        pairs = _ATTRIBUTE.findall(attributes)
        tag = Tag(name, tuple((key.lower(), one or two) for key, one, two in pairs))
        return (*around[1 - _DEEPEST :], tag)
    names = [tag.name for tag in around]
    if name not in names:
        return around
    last = len(names) - 1 - names[::-1].index(name)
    return around[:last]


def without_tags(text: str, tags: Tags) -> str:
    """The text with the tag lines blank, so that what stands between them is Markdown."""
    lines = text.split("\n")
    for number in tags.lines:
        lines[number - 1] = ""
    return "\n".join(lines)
