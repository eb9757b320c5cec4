"""Advice for a seat of a card game: the cards that its tickets lack, and a hint.

shapes.py defines the messages, plan.py makes plans. findings.py runs the planner on the information that a view shows
(seen.py). The mechanisms derive reasons from the planner's scratch space in their `advice.py`; hint.py combines them.
"""
