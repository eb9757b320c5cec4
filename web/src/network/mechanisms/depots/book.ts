import { item, line, aidText } from "../../../lib/aid";
import { page, paragraph, ruleText, type Addition, type Chapter } from "../../../lib/book";
import type { NetworkRulesetInfo } from "../../../lib/types";

export const chapter: Chapter<NetworkRulesetInfo> = {
  pages({ numbers: { depots, depot_bonus: points } }) {
    if (!depots) return [];
    return [
      page(
        740,
        "depots",
        paragraph("depots", ["EUR-41", "EUR-42", "EUR-45", "RUL-99", "RUL-100"], {
          text: ["depots", "depots.2"],
          ours: true,
          values: { depots },
        }),
      ),
      page(
        750,
        "depots",
        paragraph("warehouses", ["EUR-43", "EUR-47", "RUL-96", "RUL-97"], {
          pictures: [{ show: "cards", cards: ["wild"] }],
        }),
      ),
      page(760, "depots", paragraph("warehouse-take", ["EUR-44", "RUL-98"])),
      page(770, "depots", paragraph("warehouse-deck", ["EUR-48", "RUL-102"])),
      !!points && page(918, "end", paragraph("most-depots", ["EUR-46", "RUL-101"], { values: { points } })),
    ];
  },
  additions: ({ numbers: { depots } }): Record<string, Addition> =>
    depots ? { turn: { rules: ["EUR-45"], text: ["turn.depots"] } } : {},
  scoring: ({ numbers: { depot_bonus: points } }) => (points ? [[ruleText("table.depots"), points]] : []),
  aid: ({ numbers: { depots } }) => [
    !!depots && line(30, "special", item(aidText("depots.title"), aidText("depots"))),
  ],
};
