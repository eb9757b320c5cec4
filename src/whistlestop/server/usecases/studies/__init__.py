"""Studies: replays that several people annotate."""
