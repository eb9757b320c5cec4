"""Any cards in place of one: paying for a locomotive of a ferry, or for a card of certain routes (NOR-9, NOR-10)."""
