"""Our object in the metadata of a bead, also where a tool stored it as text."""

import json
from collections.abc import Mapping

from fabric.models.words import FABRIC_KEY


def fabric_object(metadata: Mapping[str, object], key: str = FABRIC_KEY) -> dict[str, object]:
    """Our object under a metadata key, also where a tool stored it as JSON text; else empty."""
    value = metadata.get(key)
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return {}
    return dict(value) if isinstance(value, dict) else {}
