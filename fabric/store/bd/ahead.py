"""A bd command that runs while its answer is not needed yet: bd opens the database anew for each."""

from collections.abc import Callable
from threading import Thread

from fabric.errors import FabricError
from fabric.store.bd.command import Reply

Command = tuple[str, ...]


class Ahead:
    """One command under way; `state` is what the workspace's state was just before it began."""

    def __init__(self, ask: Callable[[Command], Reply], command: Command, state: str) -> None:
        self.state = state
        self._ended: list[Reply | FabricError] = []
        self._thread = Thread(target=self._run, args=(ask, command), daemon=True)
        self._thread.start()

    def reply(self) -> Reply:
        """Wait for its answer. Raises what the command raised."""
        self._thread.join()
        ended = self._ended[0]
        if isinstance(ended, FabricError):
            raise ended
        return ended

    def _run(self, ask: Callable[[Command], Reply], command: Command) -> None:
        try:
            self._ended.append(ask(command))
        except FabricError as error:  # told to whoever asks for the answer
            self._ended.append(error)
