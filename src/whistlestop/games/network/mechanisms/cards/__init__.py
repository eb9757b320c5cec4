"""Train cards: drawing them, blind or from the market (USA-2, USA-7 to USA-13, SWI-9, COM-10)."""
