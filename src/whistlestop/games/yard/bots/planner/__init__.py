"""The `planner` bot for games of the yard machine: does whatever makes its situation worth the most points.

survey.py looks at the situation, safety.py at what rows will bring before they are robbed, cities.py at majorities.
timing.py reckons how long it takes to get on the stack what tickets lack, and plan.py chooses the tickets that
there is time for: that is what a situation is worth. cards.py, rows.py and offers.py try the actions by it,
declaring.py chooses what to declare, and decide.py compares. chance.py holds tables of probabilities, numbers.py
what was tuned.
"""
