import type { Card } from "../../../lib/types";
import type { Writing } from "../writing";

export default {
  fill(rules, { data: { passengers }, cities, layout }) {
    const { each, first, second, colors, places } = passengers;
    if (!each) return;
    rules.set("passengers", each);
    rules.set("passenger_first", first);
    rules.set("passenger_second", second);
    for (const color of colors) rules.set("passenger_colors", 1, layout.cards.indexOf(color as Card));
    const stops = new Map<string, number>();
    for (const [n, { id, country }] of cities.entries()) {
      const place = country || id;
      if (!stops.has(place)) stops.set(place, n);
      rules.set("stop", stops.get(place)!, n);
    }
    for (const [place, count] of Object.entries(places)) rules.set("stop_figures", count, stops.get(place)!);
  },
  actions(catalogue, { cities }) {
    const { cards, rules, wild } = catalogue;
    for (const [stop, { id, country }] of cities.entries()) {
      for (let color = 0; color < wild; color++) {
        if (!rules.get("stop_figures", stop) || !rules.get("passenger_colors", color)) continue;
        const text = `board:${country || id}:${cards[color]!}`;
        const action = catalogue.add("board", text, { arg: stop * wild + color, color });
        rules.set("board_action", action, stop, color);
      }
    }
  },
  numbers: ({ passengers }) => ({
    passengers: passengers.each,
    passenger_first: passengers.first,
    passenger_second: passengers.second,
    passenger_colors: passengers.colors,
    passenger_places: passengers.places,
  }),
} satisfies Writing;
