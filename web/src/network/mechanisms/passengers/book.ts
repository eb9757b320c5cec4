import { item, line, aidText } from "../../../lib/aid";
import { page, paragraph, ruleText, type Chapter } from "../../../lib/book";
import type { NetworkRulesetInfo } from "../../../lib/types";

export const chapter: Chapter<NetworkRulesetInfo> = {
  pages({ numbers, countries }) {
    const { passengers: each, passenger_colors, passenger_first: first, passenger_second: second } = numbers;
    if (!each) return [];
    const colors = passenger_colors?.length ?? 0;
    return [
      page(
        440,
        "routes",
        paragraph("passengers", ["GER-7", "GER-8", "GER-9"], {
          text: ["passengers", Object.keys(countries).length > 0 && "passengers.2"],
          values: { count: each * colors, colors },
        }),
      ),
      page(
        919,
        "end",
        paragraph("passenger-score", ["GER-10"], { values: { first: first ?? 0, second: second ?? 0 } }),
      ),
    ];
  },
  scoring: ({ numbers: { passengers, passenger_first: first, passenger_second: second } }) =>
    passengers
      ? [
          [ruleText("table.passengers"), first ?? 0],
          [ruleText("table.passengers_second"), second ?? 0],
        ]
      : [],
  aid: ({ numbers: { passengers } }) => [
    !!passengers && line(21, "turn", item(aidText("passengers.title"), aidText("passengers"))),
  ],
};
