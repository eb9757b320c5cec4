import { item, line, aidText } from "../../../lib/aid";
import { example, page, paragraph, type Chapter, type Example, type Picture } from "../../../lib/book";
import type { Card, NetworkRulesetInfo, RouteInfo } from "../../../lib/types";
import { board, first, pay } from "../../scenes";

type Ruleset = NetworkRulesetInfo;

const dug = ({ routes }: Ruleset): boolean => routes.some((route) => route.kind === "tunnel");

export const chapter: Chapter<Ruleset> = {
  pages: (ruleset) =>
    !dug(ruleset)
      ? []
      : [
          page(
            600,
            "tunnels",
            paragraph("tunnel", ["EUR-12", "EUR-13", "EUR-14", "EUR-19", "RUL-32"], {
              text: ["tunnel", "tunnel.2"],
              values: { count: ruleset.numbers.surcharge_cards },
            }),
          ),
          page(
            610,
            "tunnels",
            paragraph("tunnel-surcharge", ["EUR-14", "EUR-15", "EUR-16", "EUR-20", "RUL-30"], {
              examples: turnedUp(ruleset),
            }),
          ),
          page(620, "tunnels", paragraph("tunnel-decline", ["EUR-17", "EUR-18", "RUL-27", "RUL-33"])),
        ],
  aid: (ruleset) => [
    dug(ruleset) &&
      line(
        20,
        "special",
        item(aidText("tunnel.title"), aidText("tunnel", { count: ruleset.numbers.surcharge_cards })),
      ),
  ],
};

/** EX-7, EX-8, EX-9: a tunnel, its payment, and the revealed cards; those that cost a surcharge are marked. */
function turnedUp(ruleset: Ruleset): Example[] {
  const colored = (one: RouteInfo) => one.kind === "tunnel" && one.color !== "gray";
  const route = first(ruleset, (one) => colored(one) && one.length === 2) ?? first(ruleset, colored);
  if (!route || ruleset.numbers.surcharge_cards !== 3) return [];
  const color = route.color as Card;
  const [other, third] = (["blue", "orange", "green"] as Card[]).filter((one) => one !== color);
  const turned = (cards: Card[], paid: number[]): Picture => ({
    show: "cards",
    cards: ["deck", ...cards],
    paid,
  });
  return [
    ...example("tunnel_free", [
      board([route]),
      pay(color, route.length),
      turned([other!, third!, other!], []),
    ]),
    ...example("tunnel_two", [pay(color, route.length), turned([color, other!, "wild"], [1, 3])]),
    ...example("tunnel_wild", [pay("wild", route.length), turned([color, "wild", other!], [2])]),
  ];
}
