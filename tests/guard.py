"""What keeps tests from the home folder, the network and the environment of whoever runs them."""

import os
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType

ROOT = Path(__file__).parent.parent

# What was set when pytest started; only the live tier needs it (to find the built programs).
ENVIRONMENT_AT_START: Mapping[str, str] = MappingProxyType(dict(os.environ))

_KEPT = frozenset({"PATH", "LD_LIBRARY_PATH", "TMPDIR", "TEMP", "TMP", "VIRTUAL_ENV", "SYSTEMROOT"})
_KEPT_PREFIXES = ("PYTEST_", "COVERAGE_", "HYPOTHESIS_", "PYTHON")
_LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost", "", None})
_NAME_LOOKUPS = frozenset({"socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"})
# pytest writes this one itself, around each phase of each test.
_PYTESTS_OWN = "PYTEST_CURRENT_TEST"


class ThisTestReachedForTheNetwork(RuntimeError):
    """A test asked for an address outside this machine."""


class ThisTestLeftSomethingBehind(AssertionError):
    """A test changed the environment, the working folder or the home folder for those after it."""


def hide_the_world() -> Path:
    """Replace environment and home folder, refuse the network; return the new home."""
    home = Path(tempfile.mkdtemp(prefix="fabric-home-"))
    kept = {
        name: value
        for name, value in os.environ.items()
        if name in _KEPT or name.startswith(_KEPT_PREFIXES)
    }
    os.environ.clear()
    os.environ.update(kept)
    os.environ.update(
        HOME=str(home),
        LC_ALL="C.UTF-8",
        TZ="NPT-5:45",  # far from UTC, and odd: a naive instant shows itself
        PIP_NO_INDEX="1",
        BD_DISABLE_METRICS="1",
        GIT_CONFIG_NOSYSTEM="1",
        GIT_TERMINAL_PROMPT="0",
        # Enough to commit with, and still no `git config user.email` to take for an actor.
        GIT_AUTHOR_NAME="Test",
        GIT_AUTHOR_EMAIL="test@example.test",
        GIT_COMMITTER_NAME="Test",
        GIT_COMMITTER_EMAIL="test@example.test",
    )
    time.tzset()
    sys.addaudithook(_refuse_the_network)
    return home


def _refuse_the_network(event: str, arguments: tuple[object, ...]) -> None:
    if event == "socket.connect":
        connecting, address = arguments
        family = getattr(connecting, "family", None)
        if family in (socket.AF_INET, socket.AF_INET6) and isinstance(address, tuple):
            _insist_on_loopback(address[0])
    elif event in _NAME_LOOKUPS:
        _insist_on_loopback(arguments[0])


def _insist_on_loopback(host: object) -> None:
    name = host.decode() if isinstance(host, bytes) else host
    if name not in _LOOPBACK:
        raise ThisTestReachedForTheNetwork(f"{name}: tests may only talk to 127.0.0.1")


@contextmanager
def left_as_found(home: Path | None) -> Iterator[None]:
    """Fail when environment or working folder differ afterwards, or when `home` holds anything."""
    environment, folder = _environment(), Path.cwd()
    yield
    left = []
    if Path.cwd() != folder:
        left.append(f"the working folder became {Path.cwd()}")
        os.chdir(folder)
    if _environment() != environment:
        changed = {name for name, _ in set(environment.items()) ^ set(_environment().items())}
        left.append(f"changed in the environment: {', '.join(sorted(changed))}")
        _restore(environment)
    if home is not None and (written := sorted(path.name for path in home.iterdir())):
        left.append(f"written to the home folder: {', '.join(written)}")
        _empty(home)  # so that only the test that wrote is blamed
    if left:
        raise ThisTestLeftSomethingBehind("; ".join(left))


def _empty(folder: Path) -> None:
    for each in folder.iterdir():
        if each.is_dir() and not each.is_symlink():
            shutil.rmtree(each)
        else:
            each.unlink()


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name != _PYTESTS_OWN}


def _restore(environment: Mapping[str, str]) -> None:
    for name in set(_environment()) - set(environment):
        del os.environ[name]
    os.environ.update(environment)
