"""How people find each other: open tables, invitations, and what is said at tables and in the open room."""
