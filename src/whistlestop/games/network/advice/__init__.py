"""What a seat of a map game can ask for: a plan for its tickets, what is in the way of routes, and a hint.

shapes.py says how it is told. obstacles.py finds why routes cannot be claimed, journeys.py the cheapest way for a
ticket, needs.py the cards that it lacks; plan.py puts them together. thoughts.py asks the planner and reads its scratch
space, hint.py makes reasons of that. All of it comes of an observation, in plain Python: it runs once for a question.
"""
