"""Claiming routes: who may own them, how they are paid for and what they score (USA-16 to USA-25, COM-21, COM-23)."""
