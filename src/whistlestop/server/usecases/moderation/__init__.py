"""What a host of the site does about people: reports, bans, closed tables, and the site as read-only."""
