"""Bots that each play one style consistently. They serve as test opponents and need not be strong.

`path`, `one_step`, `long_route` and `hungry` play the styles that F. de Mesentier Silva, S. Lee, J. Togelius and A.
Nealen named to characterize boards (AI-based Playtesting of Contemporary Board Games, FDG 2017). `racer` and `blocker`
are our own. Only map games have them.
"""
