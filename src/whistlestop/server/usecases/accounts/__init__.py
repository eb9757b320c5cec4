"""Users with an account: how they prove their identity, their sessions, and what becomes of their games."""
