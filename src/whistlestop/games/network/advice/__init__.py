"""What a seat of a map game can ask for: a plan for its tickets, what is in the way of routes, and a hint.

shapes.py says how it is told. obstacles.py finds why routes cannot be claimed, journeys.py the cheapest way for a
ticket, needs.py the cards that it lacks; plan.py puts them together. hint.py asks the planner.
All of it is made from an observation. It runs once for a question of a person, so it is plain Python.
"""
