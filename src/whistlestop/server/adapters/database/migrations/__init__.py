"""Steps of the database schema, run by Alembic at the start. A released step never changes."""
