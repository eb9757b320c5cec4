"""Advice for a seat of a map game: a plan for its tickets, the obstacles to claims, and a hint.

shapes.py defines the messages. obstacles.py finds why routes cannot be claimed, journeys.py the cheapest path for a
ticket, needs.py the missing cards; plan.py combines them. findings.py runs the planner and reads its scratch space;
hint.py derives reasons from it. Everything is computed from an observation, in plain Python, since it runs once per
request.
"""
