// The player aid of a card game.
import { list } from "../i18n";
import { item, part, tell, type Aid } from "../lib/aid";
import { say } from "../lib/book";
import type { YardRulesetInfo } from "../lib/types";
import { cities, scoring } from "./book";

export const aid: Aid = (any) => {
  const ruleset = any as YardRulesetInfo;
  const { numbers } = ruleset;
  const drawn = { count: numbers.draw_tickets, keep: numbers.draw_keep };
  const again = numbers.two_passes_from;
  return [
    part("first", tell("first"), [item("", tell("first_moves"))]),
    part("turn", tell("then"), [
      item(tell("draw.title"), tell("y_draw"), numbers.wild_ends_draw && tell("draw_wild")),
      item(tell("row.title"), tell("row")),
      item(say("trio.title"), tell("trio")),
      item(say("rob.title"), tell("rob")),
      item(tell("tickets.title"), tell(numbers.draw_keep > 0 ? "tickets" : "tickets_any", drawn)),
    ]),
    part("cities", say("cities.title"), [], cities(ruleset)),
    part(
      "end",
      say("section.finish"),
      [
        item(say("pass-end.title"), say("pass-end")),
        again !== null &&
          again <= ruleset.max_players &&
          item(say("second.title"), tell("second", { count: again })),
        item(
          say("winner.title"),
          say("winner", { order: list(numbers.tie_breaks.map((one) => say(`tie.${one}`))) }),
        ),
      ],
      scoring(),
    ),
  ];
};
