"""Alembic's entry point: run the steps, in one transaction, on the server's connection."""

from alembic import context

from whistlestop.server.adapters.database.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
