"""Rows in the siding: placing them, robbery, and the way of their cards onto the stack (CARD-9, CARD-23 to CARD-30)."""
