"""The standing rules of the Markdown files that the settings name, for the gate to look at."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from fabric.errors import BadSettings, CouldNot, NotFound, WrongUse
from fabric.rules.asked import StandingRule
from fabric.rules_files.read import read_rules_files
from fabric.rules_files.split import find_rules

_WILD: Final = frozenset("*?[")


def standing_rules(root: Path, files: Iterable[str]) -> tuple[StandingRule, ...]:
    """The rules of files that are named from the root, patterns among them, in their order.

    Raises CouldNot for a file that is not there or cannot be read, BadSettings for a name that
    leads out of the root or is a folder's.
    """
    try:
        read = read_rules_files(_paths(root, files), root)
    except NotFound as error:
        raise CouldNot(f"`lint.files`: {error.what}", "Mend the name, or take it out.") from error
    except WrongUse as error:
        raise BadSettings(
            f"`lint.files`: {error.what}", "Name Markdown files of the project."
        ) from error
    return tuple(
        StandingRule(each.file, each.line, each.rule)
        for file in read.files
        for each in find_rules(file.text, file.source)
    )


def _paths(root: Path, files: Iterable[str]) -> Iterator[Path]:
    for name in files:
        if Path(name).is_absolute() or not _WILD & set(name):
            yield root / name
        else:
            yield from sorted(path for path in root.glob(name) if path.is_file())
