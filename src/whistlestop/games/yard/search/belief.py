"""How much a player's cards say about his tickets. Written by tools/beliefs.py."""

BELIEF = {
    "share": 0.33,
    "all": 0.34,
    "points": -0.87,
    "share_late": -0.22,
    "share_seen": 0.84,
}
