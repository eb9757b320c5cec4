"""Small trains: a second stock of pieces for each player, which some routes take instead of trains (MECH-7)."""
