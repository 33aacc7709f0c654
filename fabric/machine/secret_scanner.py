"""Looks for secrets with detect-secrets; loaded only at the doors where text comes in or goes out."""

import importlib
from collections.abc import Callable, Iterable
from typing import Final, Protocol, cast

_TOO_NOISY: Final = frozenset({"Base64 High Entropy String", "Hex High Entropy String"})
"""Digests and commit ids fill our texts: entropy alone proves nothing here."""


class _Found(Protocol):
    type: str


class DetectSecretsScanner:
    """A `ports.SecretScanner`."""

    def scan(self, text: str) -> list[str]:
        """What was found, as `kind, line N`; never the secret itself."""
        scan_line = cast(
            Callable[[str], Iterable[_Found]],
            importlib.import_module("detect_secrets.core.scan").scan_line,
        )
        settings = importlib.import_module("detect_secrets.settings")
        found: set[tuple[int, str]] = set()
        with settings.default_settings():
            for number, line in enumerate(text.split("\n"), start=1):
                found |= {(number, each.type) for each in scan_line(line)}
        return [
            f"{kind}, line {number}" for number, kind in sorted(found) if kind not in _TOO_NOISY
        ]
