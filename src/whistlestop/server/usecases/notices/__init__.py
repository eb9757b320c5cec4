"""Notify users of their turns and of events, and the host's own service of finished games."""
