"""How people meet: open tables, invitations, and chat at tables and in the open room."""
