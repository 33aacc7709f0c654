"""New ids that do not meet another's."""

from typing import Final

_BASE36: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_LENGTH: Final = 8


class RandomIdentities:
    """A `ports.Identities`: eight random base36 characters."""

    def bead_id(self, prefix: str) -> str:
        """A fresh id."""
        import secrets  # noqa: PLC0415  # slow to load, and many commands make nothing new

        return f"{prefix}-" + "".join(secrets.choice(_BASE36) for _ in range(_LENGTH))
