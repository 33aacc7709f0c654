"""Look into values of which nobody promised the shape."""

from collections.abc import Mapping


def as_mapping(value: object) -> Mapping[str, object]:
    """Return a table as it is, an empty one for anything else."""
    return value if isinstance(value, Mapping) else {}


def as_list(value: object) -> list[object]:
    """Return a list as it is, an empty one for anything else."""
    return value if isinstance(value, list) else []


def dig(value: object, *keys: str) -> object:
    """Return what stands at the end of a path of keys, None where the path breaks off."""
    for key in keys:
        value = as_mapping(value).get(key)
    return value
