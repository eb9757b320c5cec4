"""For programs: tokens by which they act for a user, streams that tell them what happens, and challenges."""
