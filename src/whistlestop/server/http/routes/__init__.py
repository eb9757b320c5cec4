"""The HTTP interface: one short handler for each request of docs/protocol/; the use cases do the work.

A handler declares the types of its request and answer, the `scope` that a token needs (without one, only browsers may
use it), and `open=True` if it needs no user. All handlers in the modules of this package are served.
"""
