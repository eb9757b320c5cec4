"""The `planner` bot: plans all its tickets together and does what brings the plan on fastest.

survey.py looks at the situation, ways.py finds cheapest paths, goals.py joins the tickets into one plan,
program.py adds routes for points, timing.py and needs.py reckon how long it all takes; cards.py, claims.py,
offers.py and ending.py judge the actions by that, and decide.py compares them. rooms.py has what the
mechanisms add, numbers.py what was tuned.
"""
