"""The HTTP interface: one short handler for each request of docs/protocol/; the use cases do the work.

A handler declares what it takes and gives, the `scope` that a token needs for it (without one it takes a person's
browser), and `open=True` if it asks nobody who they are. Every handler of a module in this package is served.
"""
