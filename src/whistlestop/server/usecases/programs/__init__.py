"""For programs: tokens to act for a user, streams of events, and challenges."""
