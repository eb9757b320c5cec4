"""The operations of users and programs. Each operation is implemented once: it checks, stores and notifies."""
