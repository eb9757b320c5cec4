"""The `planner` bot for the card game: chooses the action whose situation is worth the most points.

survey.py evaluates the situation, safety.py what rows bring before they are robbed, cities.py majorities. timing.py
estimates how long it takes to get the cards that tickets lack onto the stack. plan.py chooses the tickets that there is
time for; their points are the value of the situation. cards.py, rows.py and offers.py evaluate actions by this value,
declaring.py chooses what to declare, and decide.py compares the actions. chance.py holds tables of probabilities,
numbers.py the tuned numbers.
"""
