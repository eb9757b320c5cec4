"""The bonus cards of the big cities (CARD-51, CARD-52)."""
