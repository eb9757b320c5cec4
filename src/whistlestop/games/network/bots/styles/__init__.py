"""Bots that each play one style consistently: opponents to measure others against, not to be hard to beat.

`path`, `one_step`, `long_route` and `hungry` play the styles that F. de Mesentier Silva, S. Lee, J. Togelius
and A. Nealen named to characterise boards (AI-based Playtesting of Contemporary Board Games, FDG 2017). `racer`
and `blocker` are our own. Only map games have them.
"""
