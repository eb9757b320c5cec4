"""How much a player's network says about his tickets. Written by tools/beliefs.py."""

BELIEF = {
    "share": 5.14,
    "joined": 0.75,
    "cut": 0.49,
    "points": -0.02,
    "share_late": 0.98,
    "too_far": -1.31,
}
