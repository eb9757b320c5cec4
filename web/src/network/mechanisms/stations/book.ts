import { item, line, aidText } from "../../../lib/aid";
import {
  example,
  page,
  paragraph,
  ruleText,
  type Addition,
  type Chapter,
  type Example,
  type Picture,
} from "../../../lib/book";
import type { NetworkRulesetInfo } from "../../../lib/types";
import { board, first, OTHER, OWN } from "../../scenes";

type Ruleset = NetworkRulesetInfo;

export const chapter: Chapter<Ruleset> = {
  pages: (ruleset) =>
    ruleset.stations === 0
      ? []
      : [
          page(
            700,
            "stations",
            paragraph("station", ["EUR-22", "EUR-24", "EUR-25"], { pictures: built(ruleset) }),
          ),
          page(
            710,
            "stations",
            paragraph("station-cost", ["EUR-23"], {
              pictures: [
                { show: "cards", cards: ["blue"] },
                { show: "cards", cards: ["red", "red"] },
                { show: "cards", cards: ["green", "green", "wild"] },
              ],
            }),
          ),
          page(
            720,
            "stations",
            paragraph("station-use", ["EUR-27", "EUR-28", "EUR-29", "EUR-31", "EUR-32", "EUR-33", "RUL-38"], {
              text: ["station-use", "station-use.2"],
              ours: true,
              examples: used(ruleset),
              values: { points: ruleset.numbers.station_points },
            }),
          ),
        ],
  additions({ stations, tickets }): Record<string, Addition> {
    const long = tickets.filter((ticket) => ticket.long).length;
    if (stations === 0) return {};
    return {
      turn: { rules: ["EUR-5"], without: ["USA-6"], text: ["turn.2"] },
      pieces: {
        rules: ["EUR-1"],
        without: ["USA-1"],
        text: [long > 0 ? "pieces.2" : "pieces.3"],
        values: { stations, long },
      },
      box: { rules: ["EUR-36"], text: ["box.map"] },
      "ticket-draw": { rules: ["EUR-6"] },
      score: { rules: ["EUR-26"], without: ["USA-32"] },
      longest: { rules: ["EUR-33", "EUR-35"], without: ["USA-34"], text: ["longest.2", "longest.name"] },
      winner: { rules: ["EUR-34"], without: ["USA-35"] },
    };
  },
  scoring: ({ stations, numbers }) => (stations ? [[ruleText("table.station"), numbers.station_points]] : []),
  aid: ({ stations }) => [
    stations > 0 && line(40, "turn", item(aidText("station.title"), aidText("station"))),
  ],
};

/** A station where another player's route starts. */
function built(ruleset: Ruleset): Picture[] {
  const route = first(ruleset, (one) => one.kind === "normal" && one.length >= 3 && one.a !== one.b);
  return route ? [{ ...board([route], { [route.id]: OTHER }), stations: { [route.a]: OWN } }] : [];
}

/** EX-11: two of your routes into a city with a station, and another player's route out of it. */
function used({ routes }: Ruleset): Example[] {
  const alone = routes.filter((one) => one.twins.length === 0 && one.length >= 2 && one.a !== one.b);
  for (const { a: city } of alone) {
    const star = alone.filter((one) => one.a === city || one.b === city).slice(0, 3);
    if (star.length < 3) continue;
    const owned = Object.fromEntries(star.map(({ id }, at) => [id, at < 2 ? OWN : OTHER]));
    return example("station", [{ ...board(star, owned), stations: { [city]: OWN } }]);
  }
  return [];
}
