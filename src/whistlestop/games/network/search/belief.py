"""How much a player's network says about his tickets. Written by research/beliefs.py."""

BELIEF = {
    "share": 4.6,
    "joined": 1.56,
    "cut": 0.99,
    "points": 0.21,
    "share_late": -0.7,
    "too_far": -0.4,
}
