"""The person at the terminal."""

import sys

from fabric.models.visible import visible


class TerminalPerson:
    """A `ports.Person` behind standard input and standard error."""

    @property
    def is_present(self) -> bool:
        """Whether both ends are a terminal."""
        return sys.stdin.isatty() and sys.stderr.isatty()

    def confirm(self, text: str, expected: str) -> bool:
        """Show a text on standard error and ask to type `expected`."""
        sys.stderr.write(f"{visible(text)}\n\nType {expected} to confirm: ")
        sys.stderr.flush()
        return sys.stdin.readline().strip() == expected


class PersonWhoSaw:
    """A person to whom one bead was shown already, and who decided on it by a key."""

    def __init__(self, person: TerminalPerson, bead_id: str) -> None:
        self._person = person
        self._bead_id = bead_id

    @property
    def is_present(self) -> bool:
        """Whether somebody is there at all."""
        return self._person.is_present

    def confirm(self, text: str, expected: str) -> bool:
        """Yes for that bead, because the key was the confirmation; anything else is asked."""
        if expected == self._bead_id:
            return self.is_present
        return self._person.confirm(text, expected)


class TerminalKeys:
    """Asks for one key, or for a line; what is not a terminal is read line by line."""

    def choose(self, question: str, keys: str) -> str:
        """One of the keys, asked again until it is one; empty at the end of the input."""
        while True:
            typed = self._key(question)
            if not typed or typed in keys:
                return typed
            sys.stderr.write(f"Press one of {', '.join(keys)}.\n")

    def ask(self, question: str) -> str:
        """A line, without blanks at its ends; empty where nothing was typed.

        At a terminal one empty line is asked again: Enter after a key is a habit, and what is typed
        for a line must not be taken for keys.
        """
        _ask(f"{question} ")
        line = sys.stdin.readline()
        if line and not line.strip() and sys.stdin.isatty():
            _ask(f"{question} ")
            line = sys.stdin.readline()
        return line.strip()

    def _key(self, question: str) -> str:
        if not sys.stdin.isatty():
            _ask(f"{question} ")
            line = sys.stdin.readline()
            return line.strip()[:1].lower() or ("\n" if line else "")
        import termios  # noqa: PLC0415  # most commands ask for no key
        import tty  # noqa: PLC0415

        descriptor = sys.stdin.fileno()
        before = termios.tcgetattr(descriptor)
        try:
            tty.setcbreak(descriptor, termios.TCSANOW)  # before asking: nothing typed is lost
            _ask(f"{question} ")
            typed = sys.stdin.read(1)
        finally:
            termios.tcsetattr(descriptor, termios.TCSANOW, before)
        sys.stderr.write(f"{typed if typed.isprintable() else ''}\n")
        return "" if typed == "\x04" else typed.lower()


def _ask(question: str) -> None:
    sys.stdout.flush()
    sys.stderr.write(question)
    sys.stderr.flush()
