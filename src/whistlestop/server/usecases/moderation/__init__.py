"""Moderation of the site: reports, bans, closed tables and read-only mode."""
