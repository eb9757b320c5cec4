"""Tables of the tensor: each mechanism writes exactly the numbers that it names."""

from __future__ import annotations

import numpy as np
import pytest

import whistlestop as ws
from whistlestop.games.network.envs.encode import TABLES

pytestmark = pytest.mark.usefixtures("plain")


@pytest.mark.parametrize("ruleset", ["usa", "europe", "switzerland"])
@pytest.mark.parametrize("players", [2, 3])
def test_a_table_ends_where_its_names_end(ruleset: str, players: int) -> None:
    rules = ws.load_ruleset(ruleset)
    fields = {field.name: field for field in rules.tensor_fields(players)}
    o = ws.Game.new(rules, players, seed=1).observe(0).array[0]
    for table in TABLES:
        size = fields[table.name].stop - fields[table.name].start if table.name in fields else 0
        out = np.zeros((1, 7 + size), np.float32)
        assert table.write(o, rules.rules[0], 0, -1, out, 0, 7) == 7 + size
        assert not out[0, :7].any()
    assert set(fields) <= {table.name for table in TABLES}
