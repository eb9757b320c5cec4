"""Users with an account: how they prove their identity, their sessions, and what happens to their games."""
