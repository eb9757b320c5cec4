"""The database's exceptions, under one name for callers without SQL."""

from sqlalchemy.exc import SQLAlchemyError as DatabaseError

__all__ = ["DatabaseError"]
