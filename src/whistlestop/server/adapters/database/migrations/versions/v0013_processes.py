"""Several processes on one database: their membership, their leases of games, and their messages."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

TELL = """
create function whistlestop_tell() returns trigger language plpgsql as $$
begin
    if tg_table_name = 'actions' then
        -- A notice has at most 8000 bytes; who hears of a longer action reads it.
        perform pg_notify('whistlestop', 'played ' || json_build_array(
            new.game, new.ply, new.seat, case when length(new.action) < 1500 then new.action end, new.command, new.at
        ));
    elsif tg_table_name = 'tables' then
        if tg_op = 'DELETE' then
            perform pg_notify('whistlestop', 'changed ' || old.id);
            return null;
        end if;
        if tg_op = 'UPDATE' then
            perform pg_notify('whistlestop', 'changed ' || new.id);
            if new.state = 'over' and old.state <> 'over' then
                delete from leases where game = new.id;
            end if;
        end if;
        if new.state = 'playing' and (tg_op = 'INSERT' or old.state <> 'playing') then
            perform pg_notify('whistlestop', 'began ' || new.id);
        end if;
        if new.rematch_of is not null then
            perform pg_notify('whistlestop', 'changed ' || new.rematch_of);
        end if;
    elsif tg_table_name = 'seats' then
        perform pg_notify('whistlestop', 'changed ' || new.game);
        perform pg_notify('whistlestop', 'changed ' || rematch_of) from tables
            where id = new.game and rematch_of is not null;
    elsif tg_table_name in ('removals', 'idle') then
        perform pg_notify('whistlestop', 'changed ' || coalesce(new.game, old.game));
    elsif tg_table_name = 'users' then
        perform pg_notify('whistlestop', 'changed ' || game) from seats join tables on tables.id = game
            where "user" = new.id and state <> 'over';
    elsif tg_table_name = 'messages' then
        perform pg_notify('whistlestop', 'said ' || new.id);
    elsif tg_table_name = 'challenges' then
        perform pg_notify('whistlestop', 'challenge ' || new.id);
    elsif tg_table_name in ('sessions', 'tokens') then
        perform pg_notify('whistlestop', 'ended ' || old.id);
    elsif tg_table_name = 'site' then
        perform pg_notify('whistlestop', 'keys -');
    elsif tg_table_name = 'processes' then
        perform pg_notify('whistlestop', 'left ' || old.number);
    end if;
    return null;
end $$
"""

NOW = """
create function whistlestop_now() returns bigint language sql volatile as $$
    select (extract(epoch from clock_timestamp()) * 1000)::bigint
$$
"""

# One call, so that a process that stops cannot hold the lock of the heartbeat.
RENEW = """
create function whistlestop_renew(me integer, life integer, late integer, out at bigint, out alive boolean)
language plpgsql as $$
declare
    last bigint;
begin
    insert into site (name, value) values ('beat', whistlestop_now()) on conflict do nothing;
    select value into last from site where name = 'beat' for update;
    at := greatest(last, whistlestop_now());
    if at - last > late then
        insert into outages (began, ended) values (last, at)
            on conflict (began) do update set ended = greatest(outages.ended, excluded.ended);
    end if;
    update site set value = at where name = 'beat';
    update processes set expires = at + life where number = me and expires > at;
    alive := found;
    delete from processes where number in (
        select number from processes
        where number <> me
            and (expires <= at or not exists (select from pg_stat_activity where pid = processes.backend))
        for update skip locked
    );
end $$
"""

TRIGGERS = {
    "actions": "after insert",
    "tables": "after insert or update or delete",
    "seats": "after update",
    "removals": "after insert or delete",
    "idle": "after insert or delete",
    "users": "after update of name",
    "messages": "after insert",
    "challenges": "after insert or update",
    "sessions": "after delete",
    "tokens": "after delete",
    "processes": "after delete",
}


def upgrade() -> None:
    """Create the tables; on PostgreSQL also the triggers that notify every process of committed changes."""
    op.create_table(
        "processes",
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("backend", sa.Integer, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_processes"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "leases",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("process", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_leases"),
        sa.ForeignKeyConstraint(["game"], ["tables.id"], name="fk_leases_game", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["process"], ["processes.number"], name="fk_leases_process", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_leases_process", "leases", ["process"])
    if op.get_bind().dialect.name != "postgresql":
        return
    for function in (TELL, NOW, RENEW):
        op.execute(function)
    for table, when in TRIGGERS.items():
        op.execute(
            f"create trigger whistlestop_tell {when} on {table} for each row execute function whistlestop_tell()"
        )
    op.execute(
        "create trigger whistlestop_tell after insert or update on site for each row when (new.name = 'keys') "
        "execute function whistlestop_tell()"
    )
