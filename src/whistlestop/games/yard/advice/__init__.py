"""Advice for a seat of a card game: what its tickets lack, and a hint.

shapes.py defines the messages, plan.py makes plans. findings.py runs the planner on what a view shows (seen.py). The
mechanisms derive reasons from the planner's scratch space in their `advice.py`; hint.py combines them.
"""
