"""What a seat of a card game can ask for: what its tickets lack, and a hint.

shapes.py says how it is told, plan.py and hint.py make it.
"""
