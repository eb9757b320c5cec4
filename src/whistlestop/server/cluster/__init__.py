"""Several processes on one database: their membership, their leases of games, and their messages."""
