"""Pages and schemas that ship with the package, read from the wheel or from the checkout.

In the repository they live where their readers look for them (`lint/rules`, `schemas`); the wheel
carries them as `fabric/data/rules` and `fabric/data/schemas` (force-include in `pyproject.toml`).
"""

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from fabric.errors import NotFound

_IN_CHECKOUT = {"rules": Path("lint", "rules"), "schemas": Path("schemas")}


def rule_pages() -> tuple[str, ...]:
    """Return the slugs of all lint rules that have a page, sorted."""
    return _stems("rules", ".md")


def read_rule_page(slug: str) -> str:
    """Return the Markdown page of one lint rule; raise `NotFound` where there is none."""
    if slug not in rule_pages():
        raise NotFound(f"There is no lint rule {slug!r}.", f"Rules: {', '.join(rule_pages())}.")
    return _folder("rules").joinpath(f"{slug}.md").read_text(encoding="utf-8")


def schema_names() -> tuple[str, ...]:
    """Return the names of all published JSON Schemas, sorted."""
    return _stems("schemas", ".json")


def read_schema(name: str) -> str:
    """Return the text of one published JSON Schema; raise `NotFound` where there is none."""
    if name not in schema_names():
        known = ", ".join(schema_names())
        raise NotFound(f"There is no published schema {name!r}.", f"Schemas: {known}.")
    return _folder("schemas").joinpath(f"{name}.json").read_text(encoding="utf-8")


def _folder(kind: str) -> Traversable:
    package = files("fabric")
    shipped = package.joinpath("data", kind)
    if shipped.is_dir():
        return shipped
    return Path(str(package)).parent / _IN_CHECKOUT[kind]


def _stems(kind: str, suffix: str) -> tuple[str, ...]:
    # Comparing names with the listing also keeps `../` out of the paths that we open.
    names = (entry.name for entry in _folder(kind).iterdir())
    return tuple(sorted(name.removesuffix(suffix) for name in names if name.endswith(suffix)))
