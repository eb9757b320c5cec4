// The player aid of a card game.
import { list } from "../i18n";
import { cardNamesPart, item, itemsOf, part, aidText, type Aid } from "../lib/aid";
import { counting, ruleText } from "../lib/book";
import type { YardRulesetInfo } from "../lib/types";
import { CHAPTERS } from "./book";
import { cities } from "./mechanisms/cities/book";

export const aid: Aid = (any) => {
  const ruleset = any as YardRulesetInfo;
  const lines = CHAPTERS.flatMap(({ aid }) => aid?.(ruleset) ?? []).filter((one) => one !== false);
  return [
    part("first", aidText("first"), [item("", aidText("first_moves"))]),
    part("turn", aidText("then"), itemsOf(lines, "turn")),
    part("cities", ruleText("cities.title"), [], cities(ruleset)),
    part(
      "end",
      ruleText("section.finish"),
      [
        ...itemsOf(lines, "end"),
        item(
          ruleText("winner.title"),
          ruleText("winner", {
            order: list(ruleset.numbers.tie_breaks.map((one) => ruleText(`tie.${one}`))),
          }),
        ),
      ],
      counting(CHAPTERS, ruleset),
    ),
    ...cardNamesPart(ruleset),
  ];
};
