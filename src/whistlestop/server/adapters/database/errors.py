"""What the database raises, under one name for those that know no SQL."""

from sqlalchemy.exc import SQLAlchemyError as DatabaseError

__all__ = ["DatabaseError"]
