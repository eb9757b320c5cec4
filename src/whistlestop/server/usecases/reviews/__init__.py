"""Reviews of games that are over: made one at a time by a process of low priority, and kept."""
