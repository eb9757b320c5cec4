"""Steps of the database schema, run by Alembic when the service starts. A step that was released never changes."""
