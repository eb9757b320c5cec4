"""The rules of the service, without a database, a framework or an event loop: seats, clocks, names, limits, ratings."""
