"""Advice for a seat of a card game: what its tickets lack, and a hint.

shapes.py defines the messages, plan.py makes plans. thoughts.py runs the planner on what a view shows; hint.py derives
reasons from the planner's scratch space.
"""
