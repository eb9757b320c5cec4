"""Declarations: the tickets that a stack completes at the end of a pass (CARD-36 to CARD-43)."""
