"""How much a player's cards say about his tickets. Written by research/beliefs.py."""

BELIEF = {
    "share": -0.17,
    "all": 0.13,
    "points": -0.71,
    "share_late": 0.07,
    "share_seen": 0.7,
}
