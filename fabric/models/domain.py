"""Domains: the named areas that memories bind, known from the configuration or from an anchor."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from fabric.errors import WrongUse
from fabric.models.words import RESERVED_LABELS

_PREFIX = "memory-"


class Domain(NamedTuple):
    """One domain: its label (`memory-arch`), title, and whether its memories bind all work."""

    label: str
    title: str = ""
    short: str = ""
    anchor: str = ""
    always: bool = False

    @property
    def short_name(self) -> str:
        """What a person types: `arch` for `memory-arch`."""
        return self.short or self.label.removeprefix(_PREFIX)

    @property
    def display_title(self) -> str:
        """What a person reads."""
        return self.title or self.short_name.capitalize()


class Domains:
    """The known domains, looked up by label or short name; iteration is sorted by label."""

    def __init__(self, known: Iterable[Domain] = ()) -> None:
        self._by_label = {domain.label: domain for domain in known}
        self._by_name = {domain.short_name.casefold(): domain for domain in self}
        self._by_name |= {domain.label.casefold(): domain for domain in self}

    def __iter__(self) -> Iterator[Domain]:
        return (self._by_label[label] for label in sorted(self._by_label))

    def __len__(self) -> int:
        return len(self._by_label)

    def __contains__(self, label: object) -> bool:
        return label in self._by_label

    @property
    def labels(self) -> frozenset[str]:
        """The labels of all known domains."""
        return frozenset(self._by_label)

    def get(self, name: str) -> Domain | None:
        """The domain of that label or short name, case aside."""
        name = name.strip()
        return self._by_label.get(name) or self._by_name.get(name.casefold())

    def named(self, name: str) -> Domain:
        """The domain of that name. Raises WrongUse, naming the known ones, when there is none."""
        found = self.get(name)
        if found is None:
            known = ", ".join(domain.short_name for domain in self) or "none yet"
            raise WrongUse(
                f"There is no domain {name!r}.",
                f"Known: {known}. `fabric anchor create NAME=Title` makes one.",
            )
        return found

    def of(self, labels: Iterable[str]) -> tuple[str, ...]:
        """Those of the labels that are domains, sorted."""
        return tuple(sorted(self._by_label.keys() & set(labels)))

    def with_anchors(self, anchors: Iterable[Domain]) -> "Domains":
        """These domains plus those that only an anchor knows; the first anchor of a domain counts.

        What the configuration leaves unsaid (the anchor's id, the title) the anchor says.
        """
        merged = dict(self._by_label)
        for anchor in anchors:
            known = merged.setdefault(anchor.label, anchor)
            merged[anchor.label] = known._replace(
                title=known.title or anchor.title, anchor=known.anchor or anchor.anchor
            )
        return Domains(merged.values())


def domain_label(name: str) -> str:
    """The label for a short name or label. Raises WrongUse for a reserved or unusable one."""
    label = name.strip().lower()
    label = label if label.startswith(_PREFIX) else _PREFIX + label
    usable = label.removeprefix(_PREFIX).replace("-", "").replace("_", "").isalnum()
    if label in RESERVED_LABELS or not usable:
        raise WrongUse(
            f"{name!r} cannot name a domain.",
            "Use letters, digits and hyphens; `memory-anchor` and `memory-contract` are reserved.",
        )
    return label
