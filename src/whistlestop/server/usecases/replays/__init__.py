"""Games as they were played: moment by moment, together, from elsewhere, and on from any moment."""
