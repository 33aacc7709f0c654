"""A real deadline: work that does not come back in time is left behind, whatever it waits for."""

import threading
import time
from collections.abc import Callable
from typing import Final, Generic, TypeVar

Result = TypeVar("Result")

_LOOK_SECONDS: Final = 0.05


class Deadline:
    """How much time there is, counted from the making of this; the work may set another limit."""

    def __init__(self, seconds: float) -> None:
        self._began = time.monotonic()
        self.seconds = seconds

    @property
    def left(self) -> float:
        """The seconds that are left; negative once it is over."""
        return self._began + self.seconds - time.monotonic()


class Work(Generic[Result]):
    """One piece of work in a thread of its own, and how it ended: a result, an error, or neither.

    With neither it was late, and was left behind; its thread ends with the process.
    """

    def __init__(self, work: Callable[[], Result]) -> None:
        self._work = work
        self.results: list[Result] = []
        self.error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)

    def within(self, deadline: Deadline) -> "Work[Result]":
        """Do it, and come back when it is done or the time is over."""
        before = threading.excepthook
        threading.excepthook = self._keep_error
        try:
            self._thread.start()
            while self._thread.is_alive() and (left := deadline.left) > 0:
                self._thread.join(min(_LOOK_SECONDS, left))
        finally:
            threading.excepthook = before
        return self

    def result(self) -> Result | None:
        """The result; None where it was late. Raises what the work raised."""
        if self.error is not None:
            raise self.error
        return self.results[0] if self.results else None

    def _run(self) -> None:
        self.results.append(self._work())

    def _keep_error(self, ended: threading.ExceptHookArgs) -> None:
        """Keep what ended the thread, instead of printing it."""
        if ended.thread is self._thread:
            self.error = ended.exc_value
        else:
            threading.__excepthook__(ended)
