"""The rules of the server (seats, clocks, names, limits, ratings) without database, framework or event loop."""
