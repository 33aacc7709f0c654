"""What Alembic runs for every upgrade; the connection is the caller's, and so is the transaction."""

from alembic import context

from fabric.store.schema_number import VERSION_TABLE

context.configure(connection=context.config.attributes["connection"], version_table=VERSION_TABLE)
context.run_migrations()
