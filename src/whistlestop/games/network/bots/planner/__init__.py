"""The `planner` bot: plans all its tickets together and chooses the action that advances the plan fastest.

survey.py evaluates the situation, paths.py finds the cheapest paths, goals.py joins the tickets into one plan,
program.py adds routes for points, timing.py and needs.py estimate how long everything takes. cards.py, claims.py,
offers.py and ending.py evaluate the actions against the plan, and decide.py compares them. contributions.py collects
the contributions of the mechanisms; numbers.py holds the tuned numbers.
"""
