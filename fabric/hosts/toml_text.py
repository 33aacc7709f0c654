"""Read TOML as Codex would: valid or not at all."""

import tomllib
from collections.abc import Mapping

from fabric.hosts.unfit import Unfit


def read_toml(text: str) -> Mapping[str, object]:
    """Return what a TOML text says; raise `Unfit` where it is none."""
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise Unfit(f"is no valid TOML: {error}", "Mend it there; nothing was written.") from error


def read_toml_or_nothing(text: str) -> Mapping[str, object]:
    """Return what a TOML text says, nothing where it is none."""
    try:
        return read_toml(text)
    except Unfit:
        return {}
