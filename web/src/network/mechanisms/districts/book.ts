import { list, number } from "../../../i18n";
import { page, paragraph, ruleText, type Chapter } from "../../../lib/book";
import type { NetworkRulesetInfo } from "../../../lib/types";

export const chapter: Chapter<NetworkRulesetInfo> = {
  pages({ cities, numbers: { districts } }) {
    if (!districts?.length) return [];
    const names = new Map(cities.map(({ id, name }) => [id, name]));
    return [
      page(
        919,
        "end",
        paragraph("districts", ["MECH-1", "MECH-2"], {
          table: {
            head: [ruleText("table.district"), ruleText("table.district_cities"), ruleText("table.points")],
            rows: districts.map(({ name, cities: own, points }) => [
              name,
              list(own.map((city) => names.get(city) ?? city)),
              points,
            ]),
          },
        }),
      ),
    ];
  },
  scoring({ numbers: { districts } }) {
    const values = [...new Set(districts?.map(({ points }) => points))].toSorted((a, b) => a - b);
    return values.length ? [[ruleText("table.districts"), list(values.map(number))]] : [];
  },
};
