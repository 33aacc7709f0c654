"""New ids: their prefix is the settings', else the store's own."""

from typing import Final

from fabric.errors import WrongUse
from fabric.services.context import Context
from fabric.services.writing import memory_id

PREFIX_ROW: Final = "issue_prefix"
"""The config row in which bd keeps the prefix of its ids."""


def id_prefix(context: Context) -> str:
    """The prefix for new ids. Raises WrongUse where neither settings nor store name one."""
    own = context.settings.prefix or context.store.config(PREFIX_ROW).get(PREFIX_ROW, "")
    if own:
        return own
    raise WrongUse(
        "The prefix of new ids is not known.", "Run `fabric init --prefix NAME`, or set `prefix`."
    )


def free_memory_id(context: Context, label: str, rule: str, taken: set[str]) -> str:
    """The id of a rule in a domain, also where another bead (a deleted one, a task) took it."""
    used = set(taken)
    while True:
        found = memory_id(id_prefix(context), label, rule, used)
        if context.store.bead(found) is None:
            return found
        used.add(found)
