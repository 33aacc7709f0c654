"""All hosts, in the order in which help and documentation name them."""

from collections.abc import Mapping
from types import MappingProxyType

from fabric.hosts.agents import agents_md, ci, claude, codex, cursor, gemini
from fabric.hosts.host import Host

HOSTS: Mapping[str, Host] = MappingProxyType(
    {
        "claude": claude.HOST,
        "codex": codex.HOST,
        "gemini": gemini.HOST,
        "cursor": cursor.HOST,
        "agents-md": agents_md.HOST,
        "ci": ci.HOST,
    }
)
