"""What `init` writes beside the store: the settings file and the folder that git ignores."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from fabric.errors import CouldNot
from fabric.models.domain import Domain, domain_label
from fabric.surroundings import OWN_FOLDER, SETTINGS_FILE, read_settings_file

DEFAULT_DOMAINS: Final = ("arch=Architecture", "ux=UI/UX", "workflow=Workflow")
_TYPED_CONFIRMATION: Final = """# "typed" asks at the terminal before a memory becomes binding and refuses agent hosts;
# "none" does neither (demonstrations, trusted bots).
confirm = "typed"
"""


def parse_domain(text: str) -> Domain:
    """`arch=Architecture` as a domain. Raises WrongUse for a name that cannot be one."""
    name, _, title = text.partition("=")
    return Domain(domain_label(name), title=title.strip())


def default_prefix(root: Path) -> str:
    """A prefix of ids from the folder's name."""
    slug = re.sub(r"[^a-z0-9]+", "-", root.name.casefold()).strip("-")
    return slug[:20].strip("-") or "work"


_ADOPTED: Final = """
[work]
# Since when tasks are begun with `fabric start`. `fabric lint` asks each task that was closed after
# this time for its receipt and its contract; what was closed before stays out of it.
adopted = "{now}"
"""


def settings_text(
    prefix: str, domains: Sequence[Domain], reviewer: str, store: str, now: str
) -> str:
    """The text of a new settings file; `store` is named where it is not found by itself."""
    reviewers = json.dumps([reviewer] if reviewer else [], ensure_ascii=False)
    named = f"store = {json.dumps(store, ensure_ascii=False)}\n" if store else ""
    head = (
        "# Settings of Bead Fabric; its docs/configuration.md explains every key.\n"
        f"{named}prefix = {json.dumps(prefix)}\n\n"
        "[governance]\n"
        "# People who may ratify; `solo` lets an author ratify their own draft.\n"
        f"reviewers = {reviewers}\n"
        "solo = true\n" + _TYPED_CONFIRMATION + _ADOPTED.format(now=now)
    )
    return head + "".join(domain_text(domain) for domain in domains)


def domain_text(domain: Domain) -> str:
    """One `[[domains]]` entry."""
    title = json.dumps(domain.display_title, ensure_ascii=False)
    return f'\n[[domains]]\nlabel = "{domain.label}"\ntitle = {title}\n'


def write_settings(root: Path, file: Path | None, text: str, domains: Sequence[Domain]) -> str:
    """Write the settings, or add the domains that they lack; what was done, or nothing."""
    if file is None:
        _write(root / SETTINGS_FILE, text)
        return f"settings {SETTINGS_FILE}"
    known = _known_labels(file)
    new = [domain for domain in domains if domain.label not in known]
    if not new or file.name != SETTINGS_FILE:
        return ""
    old = file.read_text(encoding="utf-8")
    _write(file, old.rstrip("\n") + "\n" + "".join(domain_text(each) for each in new))
    return f"domains {', '.join(each.label for each in new)} in {file.name}"


def write_own_folder(root: Path) -> None:
    """Make the folder of the embedded store, ignored by git."""
    folder = root / OWN_FOLDER
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise CouldNot(
            f"{folder} cannot be made: {error.strerror}.", "Make it writable."
        ) from error
    ignore = folder / ".gitignore"
    if not ignore.exists():
        _write(ignore, "*\n")


def _known_labels(file: Path) -> set[str]:
    tables = read_settings_file(file).get("domains")
    if not isinstance(tables, list):
        return set()
    return {str(table.get("label")) for table in tables if isinstance(table, dict)}


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CouldNot(
            f"{file} cannot be written: {error.strerror}.", "Make the folder writable."
        ) from error
