import { item, line, aidText } from "../../../lib/aid";
import { page, paragraph, type Chapter } from "../../../lib/book";
import { Names } from "../../../lib/names";
import type { NetworkRulesetInfo } from "../../../lib/types";
import { board, first } from "../../scenes";

export const chapter: Chapter<NetworkRulesetInfo> = {
  pages(ruleset) {
    const { ferry_substitutes: count, route_substitutes: routes } = ruleset.numbers;
    return [
      !!count &&
        page(510, "ferries", paragraph("substitute", ["NOR-9", "RUL-88", "RUL-89"], { values: { count } })),
      ...Object.entries(routes ?? {}).map(([id, cards], i) => {
        const route = first(ruleset, (one) => one.id === id)!;
        return page(
          425 + i / 1000,
          "routes",
          paragraph("substitute-route", ["NOR-10"], {
            values: { count: cards, route: new Names(ruleset).routeName(id) },
            pictures: [board([route])],
          }),
        );
      }),
    ];
  },
  aid: ({ numbers: { ferry_substitutes: count } }) => [
    !!count && line(11, "special", item(aidText("ferry.title"), aidText("substitutes", { count }))),
  ],
};
