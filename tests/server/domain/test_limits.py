"""Budgets of addresses and of people."""

from __future__ import annotations

from whistlestop.server.domain.limits import Buckets, network


def test_buckets() -> None:
    time = [0.0]
    buckets = Buckets(2.0, 4.0, lambda: time[0])
    assert [buckets.take("a") for _ in range(5)] == [True] * 4 + [False]
    assert buckets.take("b")
    time[0] = 0.5
    assert [buckets.take("a") for _ in range(2)] == [True, False]
    time[0] = 100
    assert [buckets.take("a") for _ in range(5)] == [True] * 4 + [False]
    assert all(Buckets(0, 0).take("a") for _ in range(100))


def test_what_is_settled_afterwards() -> None:
    now = [0.0]
    buckets = Buckets(1.0, 2.0, lambda: now[0])
    assert buckets.take("a")
    buckets.settle("a", 2.5)  # it cost more and leaves a debt
    assert not buckets.take("a")
    assert buckets.wait("a") == 3
    now[0] = 2.5
    assert buckets.take("a")
    buckets.settle("a", -5)  # it cost less, and the budget never exceeds its maximum
    assert [buckets.take("a") for _ in range(3)] == [True, True, False]
    Buckets(0, 0).settle("a", 1)


def test_one_household_is_one_address() -> None:
    assert network("192.0.2.7") == "192.0.2.7"
    assert network("2001:db8::1") == network("2001:db8::ffff") != network("2001:db8:0:1::1")
    assert network("local") == "local"
