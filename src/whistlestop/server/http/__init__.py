"""HTTP and WebSocket: handlers, guard, limits of connections, files of the browser client."""
