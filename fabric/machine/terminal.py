"""The person at the terminal."""

import sys


class TerminalPerson:
    """A `ports.Person` behind standard input and standard error."""

    @property
    def is_present(self) -> bool:
        """Whether both ends are a terminal."""
        return sys.stdin.isatty() and sys.stderr.isatty()

    def confirm(self, text: str, expected: str) -> bool:
        """Show a text on standard error and ask to type `expected`."""
        sys.stderr.write(f"{text}\n\nType {expected} to confirm: ")
        sys.stderr.flush()
        return sys.stdin.readline().strip() == expected
