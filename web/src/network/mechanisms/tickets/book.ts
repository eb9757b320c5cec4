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
import { board, OWN, shortestPath } from "../../scenes";

type Ruleset = NetworkRulesetInfo;

/** Tickets to one of several countries. */
const abroad = ({ tickets }: Ruleset) => tickets.filter((ticket) => ticket.to.length > 1);

export const chapter: Chapter<Ruleset> = {
  pages(ruleset) {
    const { numbers } = ruleset;
    const countries = abroad(ruleset).length > 0;
    const long = numbers.start_long > 0;
    const removed = numbers.start_refused === "removed";
    return [
      page(
        240,
        "setup",
        paragraph(
          "start-tickets",
          ["COM-19", ...(long ? ["EUR-2", "EUR-3"] : removed ? ["SWI-7"] : ["USA-3", "USA-4"]), "RUL-2"],
          {
            text: [
              "start-tickets",
              numbers.start_long > 0 && "start-tickets.2",
              `start-tickets.${numbers.start_refused}`,
            ],
            values: {
              count: numbers.start_tickets + numbers.start_long,
              keep: numbers.start_keep,
              long: numbers.start_long,
            },
          },
        ),
      ),
      page(
        800,
        "tickets",
        paragraph("tickets", ["COM-12", "USA-29", "USA-33"], { pictures: completed(ruleset) }),
      ),
      countries &&
        page(
          810,
          "tickets",
          paragraph("country-ticket", ["SWI-13", "SWI-14", "SWI-15"], {
            text: ["country-ticket", "country-ticket.2"],
            examples: [...toCountries(ruleset), ...between(ruleset)],
          }),
        ),
      countries && page(820, "tickets", paragraph("border", ["SWI-3", "SWI-4", "SWI-5"])),
      page(
        830,
        "tickets",
        paragraph(
          "ticket-draw",
          numbers.draw_refused === "removed" ? ["SWI-8", "RUL-16"] : ["USA-26", "USA-27", "USA-28"],
          {
            text: ["ticket-draw", `ticket-draw.${numbers.draw_refused}`],
            values: { count: numbers.draw_tickets, keep: numbers.draw_keep },
          },
        ),
      ),
      page(840, "tickets", paragraph("ticket-secret", ["USA-30", "COM-14", "COM-16"])),
    ];
  },
  additions(ruleset): Record<string, Addition> {
    const count = abroad(ruleset).length;
    if (!count) return {};
    return {
      pieces: {
        rules: ["SWI-6", "SWI-1"],
        without: ["USA-1"],
        text: ["pieces.4"],
        values: { abroad: count, plain: ruleset.tickets.length - count },
      },
      longest: { rules: ["SWI-16"], without: ["USA-34"], text: ["longest.3"] },
      winner: { rules: ["SWI-18"], without: ["USA-35"] },
    };
  },
  scoring: (ruleset) => [
    [ruleText("table.done"), ruleText("table.done_points")],
    [ruleText("table.failed"), ruleText("table.failed_points")],
    ...(abroad(ruleset).length ? [[ruleText("table.country_failed"), ruleText("table.country_points")]] : []),
  ],
  aid: ({ numbers }) => [
    line(
      30,
      "turn",
      item(
        aidText("tickets.title"),
        aidText("tickets", { count: numbers.draw_tickets, keep: numbers.draw_keep }),
      ),
    ),
  ],
};

/** A ticket, and a path between its cities. */
function completed(ruleset: Ruleset): Picture[] {
  for (const ticket of ruleset.tickets) {
    const found = ticket.to.length === 1 ? shortestPath(ruleset, ticket.from, ticket.to[0]!) : [];
    if (found.length < 2 || found.length > 3) continue;
    return [
      { show: "tickets", tickets: [{ ...ticket, state: "done" }] },
      board(found, Object.fromEntries(found.map((route) => [route.id, OWN]))),
    ];
  }
  return [];
}

/** EX-12: the country ticket with the largest range of values. */
function toCountries(ruleset: Ruleset): Example[] {
  const span = ({ points }: { points: number[] }) => Math.max(...points) - Math.min(...points);
  const ticket = abroad(ruleset).sort((one, other) => span(other) - span(one))[0];
  if (!ticket) return [];
  const values = [...ticket.points].sort((one, other) => one - other);
  const [low, high] = [values[0]!, values.at(-2)!];
  return example("country", [{ show: "tickets", tickets: [ticket] }], { low, high });
}

/** EX-16: two countries' tickets to each other, and a path between the countries. */
function between(ruleset: Ruleset): Example[] {
  const border = (country: string) =>
    ruleset.cities.filter((city) => city.country === country).map((city) => city.id);
  const several = abroad(ruleset).filter((ticket) => border(ticket.from).length);
  for (const [at, one] of several.entries()) {
    for (const other of several.slice(at + 1)) {
      if (!one.to.includes(other.from) || !other.to.includes(one.from)) continue;
      const ends = border(other.from);
      const paths = border(one.from).flatMap((from) => ends.map((to) => shortestPath(ruleset, from, to)));
      const shortest = paths.filter((any) => any.length > 1).sort((a, b) => a.length - b.length)[0];
      if (!shortest) continue;
      const owned = Object.fromEntries(shortest.map((route) => [route.id, OWN]));
      return example("path", [{ show: "tickets", tickets: [one, other] }, board(shortest, owned)]);
    }
  }
  return [];
}
