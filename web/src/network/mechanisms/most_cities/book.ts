import { page, paragraph, ruleText, type Chapter } from "../../../lib/book";
import type { NetworkRulesetInfo } from "../../../lib/types";

export const chapter: Chapter<NetworkRulesetInfo> = {
  pages: ({ numbers: { most_cities: points } }) => [
    !!points && page(917, "end", paragraph("most-cities", ["ASI-8"], { values: { points } })),
  ],
  scoring: ({ numbers: { most_cities: points } }) =>
    points ? [[ruleText("table.most_cities"), points]] : [],
};
