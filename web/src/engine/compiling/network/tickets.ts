import type { Writing } from "../writing";

export default {
  fill(rules, { data: { opening, draw }, file, cities, tickets }) {
    rules.set("deal_long", opening.long);
    rules.set("deal_regular", opening.regular);
    rules.set("opening_keep_min", opening.keep);
    rules.set("opening_refused", file.refused[opening.refused]!);
    rules.set("draw_tickets", draw.regular);
    rules.set("draw_keep_min", draw.keep);
    rules.set("draw_refused", file.refused[draw.refused]!);
    rules.set("tickets", tickets.length);
    /** The cities of a place: itself, or the border nodes of a country. */
    const nodes = (place: string): number[] =>
      cities.flatMap(({ id, country }, n) => (id === place || country === place ? [n] : []));
    for (const [n, { origin, targets, points, long }] of tickets.entries()) {
      for (const city of nodes(origin)) rules.addBit("ticket_origin", city, n);
      rules.set("ticket_targets", targets.length, n);
      rules.set("ticket_loss", Math.min(...points), n);
      rules.set("ticket_long", long, n);
      for (const [place, target] of targets.entries()) {
        for (const city of nodes(target)) rules.addBit("ticket_target", city, n, place);
        rules.set("ticket_points", points[place]!, n, place);
      }
    }
  },
  actions(catalogue, { data: { opening, draw } }) {
    catalogue.addTickets(Math.max(opening.regular + opening.long, draw.regular));
  },
  numbers: ({ opening, draw }) => ({
    start_tickets: opening.regular,
    start_long: opening.long,
    start_keep: opening.keep,
    start_refused: opening.refused,
    draw_tickets: draw.regular,
    draw_keep: draw.keep,
    draw_refused: draw.refused,
  }),
  info: ({ data: { draw } }) => ({ draw: { tickets: draw.regular + draw.long, keep: draw.keep } }),
} satisfies Writing;
