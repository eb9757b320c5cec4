// The rules of a map game in plain words. What a board has and how much of it is read from its data.
import { list } from "../i18n";
import { paragraph, say, section, type Book, type Section, type Table } from "../lib/book";
import type { NetworkRulesetInfo, RulesetInfo } from "../lib/types";
import { Scenes } from "./scenes";

type Ruleset = NetworkRulesetInfo;

export const book: Book = (any: RulesetInfo): Section[] => {
  const ruleset = any as Ruleset;
  const { numbers, routes, tickets } = ruleset;
  const scenes = new Scenes(ruleset);
  const tunnels = routes.some((route) => route.kind === "tunnel");
  const ferries = routes.some((route) => route.kind === "ferry");
  const stations = ruleset.stations > 0;
  const doubles = routes.some((route) => route.twins.length > 0);
  const countries = tickets.some((ticket) => ticket.to.length > 1);
  const long = tickets.filter((ticket) => ticket.long).length;
  const onlyTunnels = !numbers.wilds_pay.includes("normal");
  const removed = numbers.start_refused === "removed";
  return [
    section("goal", [
      paragraph("goal", ["USA-6", "USA-33", "USA-35"], { pictures: scenes.trail(5) }),
      paragraph("turn", ["COM-2", "COM-3", stations ? "EUR-5" : "USA-6"], {
        text: ["turn", stations && "turn.2"],
      }),
    ]),
    section("setup", [
      paragraph(
        "pieces",
        ["COM-5", stations ? "EUR-1" : countries ? "SWI-6" : "USA-1", countries && "SWI-1"],
        {
          text: ["pieces", stations && (long > 0 ? "pieces.2" : "pieces.3"), countries && "pieces.4"],
          values: { ...cards(ruleset), trains: ruleset.trains, stations: ruleset.stations, long },
        },
      ),
      paragraph("box", ["COM-25", "COM-26", "COM-27", "COM-28", "COM-29", stations && "EUR-36"], {
        text: ["box", "box.signs", stations && "box.map"],
      }),
      paragraph("players", ["COM-1", "COM-2", "COM-31", "RUL-1"], {
        ours: true,
        values: { least: ruleset.min_players, most: ruleset.max_players },
        ...(doubles && { table: byPlayers(ruleset) }),
      }),
      paragraph("start-cards", ["USA-2"], {
        values: { count: numbers.start_hand },
        pictures: [{ show: "cards", cards: ["red", "blue", "wild", "green", "yellow", "deck"] }],
      }),
      paragraph(
        "start-tickets",
        ["COM-19", ...(long ? ["EUR-2", "EUR-3"] : removed ? ["SWI-7"] : ["USA-3", "USA-4"]), "RUL-2"],
        {
          text: [
            "start-tickets",
            numbers.start_long > 0 && "start-tickets.2",
            `start-tickets.${numbers.start_refused}`,
          ],
          values: { count: numbers.start_tickets + numbers.start_long, keep: numbers.start_keep },
        },
      ),
    ]),
    section("cards", [
      paragraph("draw", ["USA-7", "USA-8", "USA-9", "USA-10", "USA-11"]),
      paragraph("draw-refill", ["USA-12"]),
      paragraph("draw-wild", numbers.wild_ends_draw ? ["USA-7", "USA-8", "USA-9"] : ["SWI-9"], {
        text: [numbers.wild_ends_draw ? "draw-wild" : "draw-wild.free"],
        pictures: [{ show: "cards", cards: ["wild"] }],
      }),
      paragraph("draw-reset", ["USA-13", "RUL-7", "RUL-8"], {
        values: { count: numbers.wilds_reset },
        ours: true,
      }),
      paragraph("draw-empty", ["USA-14", "USA-15", "COM-30", "RUL-5", "RUL-10"], {
        text: ["draw-empty", "draw-empty.2"],
      }),
      paragraph("hand", ["COM-14", "COM-15", "COM-17"]),
    ]),
    section("routes", [
      paragraph("claim", ["USA-16", "USA-17", "USA-20"], { pictures: scenes.claim() }),
      paragraph("claim-wild", onlyTunnels ? ["SWI-11"] : ["USA-18", "RUL-17"], {
        text: [onlyTunnels ? "claim-wild.tunnels" : "claim-wild"],
        examples: onlyTunnels ? [] : scenes.wild(),
      }),
      paragraph("claim-gray", ["USA-17", "USA-19", "RUL-18"], {
        text: [onlyTunnels ? "claim-gray.plain" : "claim-gray"],
        examples: scenes.gray(onlyTunnels),
      }),
      paragraph("claim-where", ["USA-21", "USA-25"]),
      doubles &&
        paragraph(
          "double",
          ["COM-7", "USA-22", "USA-23", "USA-24", numbers.twins_open_from === 3 && "SWI-2"],
          {
            text: ["double", openness(ruleset), "double.partly"],
            values: { open: numbers.twins_open_from },
            pictures: scenes.double(),
            examples: [...scenes.doubleTunnel(), ...scenes.partly()],
          },
        ),
      paragraph("points", ["COM-23"], { table: routePoints(ruleset) }),
    ]),
    ...(ferries
      ? [
          section("ferries", [
            paragraph("ferry", ["EUR-9", "EUR-10", "EUR-11"], {
              text: ["ferry", "ferry.2"],
              examples: scenes.ferry(),
            }),
          ]),
        ]
      : []),
    ...(tunnels
      ? [
          section("tunnels", [
            paragraph("tunnel", ["EUR-12", "EUR-13", "EUR-14", "EUR-19", "RUL-32"], {
              text: ["tunnel", "tunnel.2"],
              values: { count: numbers.surcharge_cards },
            }),
            paragraph("tunnel-surcharge", ["EUR-14", "EUR-15", "EUR-16", "EUR-20", "RUL-30"], {
              examples: scenes.tunnel(),
            }),
            paragraph("tunnel-decline", ["EUR-17", "EUR-18", "RUL-27", "RUL-33"]),
          ]),
        ]
      : []),
    ...(stations
      ? [
          section("stations", [
            paragraph("station", ["EUR-22", "EUR-24", "EUR-25"], { pictures: scenes.station() }),
            paragraph("station-cost", ["EUR-23"], {
              pictures: [
                { show: "cards", cards: ["blue"] },
                { show: "cards", cards: ["red", "red"] },
                { show: "cards", cards: ["green", "green", "wild"] },
              ],
            }),
            paragraph("station-use", ["EUR-27", "EUR-28", "EUR-29", "EUR-31", "EUR-32", "EUR-33", "RUL-38"], {
              text: ["station-use", "station-use.2"],
              ours: true,
              examples: scenes.stationUse(),
              values: { points: numbers.station_points },
            }),
          ]),
        ]
      : []),
    section("tickets", [
      paragraph("tickets", ["COM-12", "USA-29", "USA-33"], { pictures: scenes.ticket() }),
      countries &&
        paragraph("country-ticket", ["SWI-13", "SWI-14", "SWI-15"], {
          text: ["country-ticket", "country-ticket.2"],
          examples: [...scenes.countryTicket(), ...scenes.path()],
        }),
      countries && paragraph("border", ["SWI-3", "SWI-4", "SWI-5"]),
      paragraph(
        "ticket-draw",
        numbers.draw_refused === "removed"
          ? ["SWI-8", "RUL-16"]
          : ["USA-26", "USA-27", "USA-28", stations && "EUR-6"],
        {
          text: ["ticket-draw", `ticket-draw.${numbers.draw_refused}`],
          values: { count: numbers.draw_tickets, keep: numbers.draw_keep },
        },
      ),
      paragraph("ticket-secret", ["USA-30", "COM-14", "COM-16"]),
    ]),
    section("end", [
      paragraph("last-round", ["COM-21", "USA-31"], { values: { trains: numbers.last_trains } }),
      paragraph("score", [stations ? "EUR-26" : "USA-32"], { table: scoring(ruleset, countries) }),
      paragraph(
        "longest",
        ["COM-13", stations ? "EUR-33" : countries ? "SWI-16" : "USA-34", "RUL-45", stations && "EUR-35"],
        {
          text: ["longest", stations && "longest.2", countries && "longest.3", stations && "longest.name"],
          values: { points: numbers.longest },
          pictures: scenes.trail(7),
        },
      ),
      paragraph("winner", ["COM-22", stations ? "EUR-34" : countries ? "SWI-18" : "USA-35"], {
        values: { order: list(numbers.tie_breaks.map((one) => say(`tie.${one}`))) },
      }),
      paragraph("pass", ["RUL-12", "RUL-13"], { ours: true }),
    ]),
  ];
};

function cards({ cards: { per_color, wilds }, tickets }: Ruleset) {
  const abroad = tickets.filter((ticket) => ticket.to.length > 1).length;
  return {
    cards: 8 * per_color + wilds,
    each: per_color,
    wilds,
    tickets: tickets.length,
    abroad,
    plain: tickets.length - abroad,
  };
}

export function openness({ numbers: { twins_open_from }, min_players, max_players }: Ruleset): string {
  if (twins_open_from <= min_players) return "double.3";
  return twins_open_from > max_players ? "double.4" : "double.2";
}

function byPlayers({ numbers, min_players: least, max_players: most }: Ruleset): Table {
  const counts = Array.from({ length: most - least + 1 }, (_, i) => least + i);
  return {
    head: [say("table.players"), say("table.double")],
    rows: counts.map((count) => [
      count,
      say(count < numbers.twins_open_from ? "table.double_one" : "table.double_both"),
    ]),
  };
}

export function routePoints({ routes, route_points }: Ruleset): Table {
  const lengths = [...new Set(routes.map((route) => route.length))].sort((a, b) => a - b);
  return {
    head: [say("table.length"), say("table.points")],
    rows: lengths.map((length) => [length, route_points[String(length)] ?? 0]),
  };
}

export function scoring({ numbers, stations }: Ruleset, countries: boolean): Table {
  return {
    head: [say("table.what"), say("table.points")],
    rows: [
      [say("table.routes"), say("table.routes_points")],
      [say("table.done"), say("table.done_points")],
      [say("table.failed"), say("table.failed_points")],
      ...(countries ? [[say("table.country_failed"), say("table.country_points")]] : []),
      ...(stations ? [[say("table.station"), numbers.station_points]] : []),
      [say("table.longest"), numbers.longest],
    ],
  };
}
