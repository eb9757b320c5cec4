// The player aid of a map game.
import { list } from "../i18n";
import { cardNamesPart, item, itemsOf, part, tell, type Aid } from "../lib/aid";
import { counting, say } from "../lib/book";
import type { NetworkRulesetInfo } from "../lib/types";
import { CHAPTERS } from "./book";
import { routePoints } from "./mechanisms/claims/book";

export const aid: Aid = (any) => {
  const ruleset = any as NetworkRulesetInfo;
  const { numbers } = ruleset;
  const lines = CHAPTERS.flatMap(({ aid }) => aid?.(ruleset) ?? []).filter((one) => one !== false);
  const special = itemsOf(lines, "special");
  return [
    part("turn", tell("turn"), itemsOf(lines, "turn")),
    ...(special.length ? [part("special", tell("special"), special)] : []),
    part("points", say("points.title"), [], routePoints(ruleset)),
    part(
      "end",
      say("section.end"),
      [
        ...itemsOf(lines, "end"),
        item(
          say("winner.title"),
          say("winner", { order: list(numbers.tie_breaks.map((one) => say(`tie.${one}`))) }),
        ),
      ],
      counting(CHAPTERS, ruleset),
    ),
    ...cardNamesPart(ruleset),
  ];
};
