"""Reviews of finished games: made one at a time by a low-priority process, and stored."""
