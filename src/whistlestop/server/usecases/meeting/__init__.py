"""Meeting other players: open tables, invitations, and chat at tables and in the open room."""
