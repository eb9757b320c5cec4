"""Support for programs: tokens to act for a user, event streams and challenges."""
