"""The prefix of new ids: the settings', else the store's own."""

from typing import Final

from fabric.errors import WrongUse
from fabric.services.context import Context

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
