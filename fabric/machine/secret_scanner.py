"""Looks for secrets with detect-secrets; loaded only at the doors where text comes in or goes out."""

import importlib
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Final, Protocol, cast

_TOO_NOISY: Final = frozenset({"Base64 High Entropy String", "Hex High Entropy String"})
"""Digests and commit ids fill our texts: entropy alone proves nothing here."""

_NO_FILE: Final = "adhoc-string-scan"  # what the library calls text that is in none


class _Found(Protocol):
    type: str


class _Detector(Protocol):
    def analyze_line(self, *, filename: str, line: str) -> set[_Found]: ...


class DetectSecretsScanner:
    """A `ports.SecretScanner`."""

    def scan(self, text: str) -> list[str]:
        """What was found, as `kind, line N`; never the secret itself."""
        found: set[tuple[int, str]] = set()
        for number, line in enumerate(text.split("\n"), start=1):
            # The library's own way is slow, because it asks its filters anew at each line: it is
            # gone only where a detector sees something, which the filters may then let pass.
            if any(each.analyze_line(filename=_NO_FILE, line=line) for each in self._detectors):
                found |= {(number, each.type) for each in _scan_line(line)}
        return [f"{kind}, line {number}" for number, kind in sorted(found)]

    @cached_property
    def _detectors(self) -> Sequence[_Detector]:
        """All detectors but the noisy ones; the library is set to use just these."""
        settings = importlib.import_module("detect_secrets.settings")
        plugins = importlib.import_module("detect_secrets.core.plugins.util")
        kinds = plugins.get_mapping_from_secret_type_to_class()
        used = [{"name": kinds[kind].__name__} for kind in kinds if kind not in _TOO_NOISY]
        settings.cache_bust()
        settings.configure_settings_from_baseline({"plugins_used": used})
        return cast(Sequence[_Detector], settings.get_plugins())


def _scan_line(line: str) -> Iterable[_Found]:
    scan = importlib.import_module("detect_secrets.core.scan")
    return cast(Callable[[str], Iterable[_Found]], scan.scan_line)(line)
