"""Claiming routes: ownership, payments and points (USA-16 to USA-25, COM-21, COM-23)."""
