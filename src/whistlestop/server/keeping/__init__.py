"""Keeping house: figures for the host, how long things are kept, and copies of the database."""
