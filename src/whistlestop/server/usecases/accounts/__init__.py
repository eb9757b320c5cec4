"""People with an account: how they show who they are, their sessions, and what becomes of their games."""
