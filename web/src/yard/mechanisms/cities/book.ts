import { page, paragraph, ruleText, type Chapter, type Table } from "../../../lib/book";
import type { YardRulesetInfo } from "../../../lib/types";

export const chapter: Chapter<YardRulesetInfo> = {
  pages: (ruleset) => [
    page(910, "finish", paragraph("cities", ["CARD-51", "CARD-52", "RUL-76"], { table: cities(ruleset) })),
  ],
  scoring: () => [[ruleText("table.cities"), ruleText("table.city_points")]],
};

export function cities(ruleset: YardRulesetInfo): Table {
  const big = ruleset.cities.flatMap(({ name, bonus }) => (bonus === null ? [] : [{ name, bonus }]));
  return {
    head: [ruleText("table.city"), ruleText("table.points")],
    rows: big
      .sort((a, b) => b.bonus - a.bonus || a.name.localeCompare(b.name))
      .map(({ name, bonus }) => [name, bonus]),
  };
}
