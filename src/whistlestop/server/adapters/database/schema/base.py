"""The metadata of all tables, and the values of the site itself."""

from __future__ import annotations

from sqlalchemy import Column, MetaData, String, Table, Text

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)

site = Table(
    "site",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
