"""Train cards: drawing them, blind or from the market, and stopping after the first (CARD-4, CARD-14 to CARD-21)."""
