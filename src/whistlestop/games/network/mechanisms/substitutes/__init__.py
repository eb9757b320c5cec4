"""Any cards in place of one: paying for a locomotive of a ferry, or for a card of one route (NOR-9, NOR-10)."""
