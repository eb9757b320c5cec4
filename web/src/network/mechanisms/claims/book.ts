import { list } from "../../../i18n";
import { item, line, aidText } from "../../../lib/aid";
import { page, paragraph, ruleText, type Addition, type Chapter, type Table } from "../../../lib/book";
import { Names } from "../../../lib/names";
import type { NetworkRulesetInfo, RouteInfo } from "../../../lib/types";
import * as scenes from "./scenes";

type Ruleset = NetworkRulesetInfo;
type RouteKind = RouteInfo["kind"];

const doubled = ({ routes }: Ruleset): boolean => routes.some((route) => route.twins.length > 0);
const sailed = ({ routes }: Ruleset): boolean => routes.some((route) => route.kind === "ferry");

export const chapter: Chapter<Ruleset> = {
  pages(ruleset) {
    const { numbers } = ruleset;
    const onlyTunnels = !numbers.wilds_pay.includes("normal");
    const special = onlyTunnels && numbers.wilds_pay.includes("ferry");
    const colored = ruleset.routes.some(({ kind, color }) => kind === "ferry" && color !== "gray");
    const rings = ruleset.routes.filter(({ a, b }) => a === b);
    const limited = ruleset.routes.filter(({ players }) => players);
    const names = new Names(ruleset);
    return [
      page(
        400,
        "routes",
        paragraph("claim", ["USA-16", "USA-17", "USA-20"], { pictures: scenes.claim(ruleset) }),
      ),
      page(
        410,
        "routes",
        paragraph("claim-wild", special ? ["NOR-7"] : onlyTunnels ? ["SWI-11"] : ["USA-18", "RUL-17"], {
          text: [special ? "claim-wild.special" : onlyTunnels ? "claim-wild.tunnels" : "claim-wild"],
          examples: onlyTunnels ? [] : scenes.wild(ruleset),
        }),
      ),
      page(
        420,
        "routes",
        paragraph("claim-gray", ["USA-17", "USA-19", "RUL-18"], {
          text: [onlyTunnels ? "claim-gray.plain" : "claim-gray"],
          examples: scenes.gray(ruleset, onlyTunnels),
        }),
      ),
      page(430, "routes", paragraph("claim-where", ["USA-21", "USA-25"])),
      doubled(ruleset) &&
        page(
          440,
          "routes",
          paragraph(
            "double",
            ["COM-7", "USA-22", "USA-23", "USA-24", numbers.twins_open_from === 3 && "SWI-2"],
            {
              text: ["double", openness(ruleset), "double.partly"],
              values: { open: numbers.twins_open_from },
              pictures: scenes.double(ruleset),
              examples: [...scenes.doubleTunnel(ruleset), ...scenes.partly(ruleset)],
            },
          ),
        ),
      limited.length > 0 &&
        page(
          445,
          "routes",
          paragraph("in-play", ["MECH-3"], {
            values: {
              routes: list(
                limited.map(({ id, players }) => `${names.routeName(id)} (${list(players!.map(String))})`),
              ),
            },
          }),
        ),
      rings.length > 0 &&
        page(
          447,
          "routes",
          paragraph("ring", ["MECH-8"], {
            values: { routes: list(rings.map(({ id }) => names.routeName(id))) },
            pictures: [scenes.ring(rings[0]!)],
          }),
        ),
      page(450, "routes", paragraph("points", ["COM-23"], { table: routePoints(ruleset) })),
      sailed(ruleset) &&
        page(
          500,
          "ferries",
          paragraph("ferry", ["EUR-9", "EUR-10", "EUR-11", colored && "NOR-13"], {
            text: [colored ? "ferry.colored" : "ferry", "ferry.2"],
            examples: scenes.ferry(ruleset),
          }),
        ),
      page(
        900,
        "end",
        paragraph("last-round", ["COM-21", "USA-31"], { values: { trains: numbers.last_trains } }),
      ),
    ];
  },
  additions: (ruleset): Record<string, Addition> =>
    doubled(ruleset) ? { players: { table: byPlayers(ruleset) } } : {},
  scoring: () => [[ruleText("table.routes"), ruleText("table.routes_points")]],
  aid(ruleset) {
    const { numbers } = ruleset;
    const pays = (kind: RouteKind) => numbers.wilds_pay.includes(kind);
    const wilds = pays("normal") ? "wilds" : pays("ferry") ? "wilds_special" : "wilds_tunnels";
    const colored = ruleset.routes.some(({ kind, color }) => kind === "ferry" && color !== "gray");
    return [
      line(20, "turn", item(aidText("claim.title"), aidText("claim"), aidText(wilds))),
      sailed(ruleset) &&
        line(10, "special", item(aidText("ferry.title"), aidText(colored ? "ferry_colored" : "ferry"))),
      doubled(ruleset) &&
        line(
          30,
          "special",
          item(
            ruleText("double.title"),
            ruleText("double"),
            ruleText(openness(ruleset), { open: numbers.twins_open_from }),
          ),
        ),
      line(
        10,
        "end",
        item(ruleText("last-round.title"), ruleText("last-round", { trains: numbers.last_trains })),
      ),
    ];
  },
};

function openness({ numbers: { twins_open_from }, min_players, max_players }: Ruleset): string {
  if (twins_open_from <= min_players) return "double.3";
  return twins_open_from > max_players ? "double.4" : "double.2";
}

function byPlayers({ numbers, min_players: least, max_players: most }: Ruleset): Table {
  const counts = Array.from({ length: most - least + 1 }, (_, i) => least + i);
  return {
    head: [ruleText("table.players"), ruleText("table.double")],
    rows: counts.map((count) => [
      count,
      ruleText(count < numbers.twins_open_from ? "table.double_one" : "table.double_both"),
    ]),
  };
}

export function routePoints({ routes, route_points }: Ruleset): Table {
  const lengths = [...new Set(routes.map((route) => route.length))].sort((a, b) => a - b);
  return {
    head: [ruleText("table.length"), ruleText("table.points")],
    rows: lengths.map((length) => [length, route_points[String(length)] ?? 0]),
  };
}
