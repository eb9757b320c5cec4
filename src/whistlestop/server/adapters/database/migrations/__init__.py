"""Steps of the database schema, run by Alembic at start. A step that was released never changes."""
