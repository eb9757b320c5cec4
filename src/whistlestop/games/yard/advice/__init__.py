"""What a seat of a card game can ask for: what its tickets lack, and a hint.

shapes.py says how it is told, plan.py makes plans. thoughts.py asks the planner with what a view shows, hint.py makes
reasons of what it finds in its scratch space.
"""
