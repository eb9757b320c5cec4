"""The `planner` bot: plans all its tickets together and does what brings the plan on fastest.

survey.py looks at the situation, ways.py finds cheapest paths, goals.py joins the tickets into one plan,
program.py adds routes for points, timing.py reckons how long it all takes; cards.py, claims.py, offers.py,
stations.py and ending.py judge the actions by that, and decide.py compares them. numbers.py holds what was
tuned.
"""
