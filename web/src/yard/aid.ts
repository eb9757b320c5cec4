// The player aid of a card game.
import { list } from "../i18n";
import { cardNamesPart, item, itemsOf, part, tell, type Aid } from "../lib/aid";
import { counting, say } from "../lib/book";
import type { YardRulesetInfo } from "../lib/types";
import { CHAPTERS } from "./book";
import { cities } from "./mechanisms/cities/book";

export const aid: Aid = (any) => {
  const ruleset = any as YardRulesetInfo;
  const lines = CHAPTERS.flatMap(({ aid }) => aid?.(ruleset) ?? []).filter((one) => one !== false);
  return [
    part("first", tell("first"), [item("", tell("first_moves"))]),
    part("turn", tell("then"), itemsOf(lines, "turn")),
    part("cities", say("cities.title"), [], cities(ruleset)),
    part(
      "end",
      say("section.finish"),
      [
        ...itemsOf(lines, "end"),
        item(
          say("winner.title"),
          say("winner", { order: list(ruleset.numbers.tie_breaks.map((one) => say(`tie.${one}`))) }),
        ),
      ],
      counting(CHAPTERS, ruleset),
    ),
    ...cardNamesPart(ruleset),
  ];
};
