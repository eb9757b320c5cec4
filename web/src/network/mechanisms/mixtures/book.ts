import { item, line, aidText } from "../../../lib/aid";
import { page, paragraph, type Chapter } from "../../../lib/book";
import type { NetworkRulesetInfo } from "../../../lib/types";

export const chapter: Chapter<NetworkRulesetInfo> = {
  pages({ numbers: { mixture: most }, tickets }) {
    if (!most) return [];
    const long = tickets.filter((ticket) => ticket.long).length;
    return [
      page(
        235,
        "setup",
        paragraph("mixtures", ["GER-2", "GER-3", "GER-4", "GER-5", "GER-6"], {
          text: ["mixtures", "mixtures.2"],
          values: { short: tickets.length - long, long, most },
        }),
      ),
    ];
  },
  aid: ({ numbers: { mixture } }) => [
    !!mixture && line(31, "turn", item(aidText("mixtures.title"), aidText("mixtures"))),
  ],
};
