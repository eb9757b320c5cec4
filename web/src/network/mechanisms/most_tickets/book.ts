import { page, paragraph, ruleText, type Chapter } from "../../../lib/book";
import type { NetworkRulesetInfo } from "../../../lib/types";

export const chapter: Chapter<NetworkRulesetInfo> = {
  pages: ({ numbers }) => [
    !!numbers.most_tickets &&
      page(
        915,
        "end",
        paragraph("most-tickets", ["USA-38", "RUL-85"], {
          text: ["most-tickets", "most-tickets.name"],
          values: { points: numbers.most_tickets },
        }),
      ),
  ],
  scoring: ({ numbers }) =>
    numbers.most_tickets ? [[ruleText("table.most_tickets"), numbers.most_tickets]] : [],
};
