// The player aid of a map game.
import { list } from "../i18n";
import { cardNamesPart, item, itemsOf, part, aidText, type Aid } from "../lib/aid";
import { counting, ruleText } from "../lib/book";
import type { NetworkRulesetInfo } from "../lib/types";
import { CHAPTERS } from "./book";
import { routePoints } from "./mechanisms/claims/book";

export const aid: Aid = (any) => {
  const ruleset = any as NetworkRulesetInfo;
  const { numbers } = ruleset;
  const lines = CHAPTERS.flatMap(({ aid }) => aid?.(ruleset) ?? []).filter((one) => one !== false);
  const special = itemsOf(lines, "special");
  return [
    part("turn", aidText("turn"), itemsOf(lines, "turn")),
    ...(special.length ? [part("special", aidText("special"), special)] : []),
    part("points", ruleText("points.title"), [], routePoints(ruleset)),
    part(
      "end",
      ruleText("section.end"),
      [
        ...itemsOf(lines, "end"),
        item(
          ruleText("winner.title"),
          ruleText("winner", { order: list(numbers.tie_breaks.map((one) => ruleText(`tie.${one}`))) }),
        ),
      ],
      counting(CHAPTERS, ruleset),
    ),
    ...cardNamesPart(ruleset),
  ];
};
