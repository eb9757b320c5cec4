"""Users with an account: proofs of identity, sessions, and the transfer of their games."""
