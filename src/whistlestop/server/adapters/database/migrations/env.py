"""What Alembic runs: the steps, in one transaction, on the connection that the service hands over."""

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
