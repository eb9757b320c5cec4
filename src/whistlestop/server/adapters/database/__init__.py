"""The database: its schema and migrations, its one writer, and the queries of each subject."""
