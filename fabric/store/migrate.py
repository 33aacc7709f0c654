"""The one door to Alembic: bring our tables in a database to the newest revision."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

_REVISIONS = Path(__file__).with_name("migrations")


def migrate(connection: Connection) -> None:
    """Upgrade inside the caller's transaction; tables that are not ours stay untouched."""
    config = Config()
    config.set_main_option("script_location", str(_REVISIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
