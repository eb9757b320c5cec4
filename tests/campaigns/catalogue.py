"""The list of all campaigns."""

from __future__ import annotations

from tests.campaigns import engine
from tests.server.campaigns import (
    backups,
    clocks,
    faults,
    hostile,
    kills,
    leaks,
    loads,
    partitions,
    power,
    repeats,
    timing,
    upgrades,
)

CAMPAIGNS = {
    campaign.name: campaign
    for campaign in [
        *engine.CAMPAIGNS,
        *kills.CAMPAIGNS,
        *power.CAMPAIGNS,
        *faults.CAMPAIGNS,
        *partitions.CAMPAIGNS,
        *repeats.CAMPAIGNS,
        *backups.CAMPAIGNS,
        *upgrades.CAMPAIGNS,
        *clocks.CAMPAIGNS,
        *leaks.CAMPAIGNS,
        *timing.CAMPAIGNS,
        *hostile.CAMPAIGNS,
        *loads.CAMPAIGNS,
    ]
}
