"""Rows in the siding: placing and robbing them, and moving their cards onto the stack (CARD-9, CARD-23 to CARD-30)."""
