// The own tickets as pins on the board: which city belongs to which line of the list.
import type { Names } from "../../../lib/names";
import type { NetworkView } from "../../../lib/types";
import type { Pin } from "../../../board/pins";

type Tickets = Pick<NetworkView, "tickets" | "offer" | "choice">;

/** What a ticket is called in the list and on the board: tickets held by number, those on offer by letter. */
export function pinLabels({ tickets, offer }: Pick<Tickets, "tickets" | "offer">): Map<string, string> {
  return new Map([
    ...tickets.map(({ id }, i): [string, string] => [id, String(i + 1)]),
    ...offer.map(({ id }, i): [string, string] => [id, String.fromCharCode(65 + i)]),
  ]);
}

/** The pins of all tickets, once a choice is made of those that were chosen; a country has one at each of its border cities. */
export function pinsOf(view: Tickets, names: Names): Pin[] {
  const labels = pinLabels(view);
  const offer = view.offer.filter(({ id }) => view.choice === null || view.choice.includes(id));
  const offered = new Set(offer.map(({ id }) => id));
  return [...view.tickets, ...offer].flatMap(({ id, from, to, state }) =>
    [from, ...to].flatMap((place) =>
      names.citiesOf(place).map((city): Pin => ({
        city,
        ticket: id,
        label: labels.get(id)!,
        state: offered.has(id) ? "offered" : state,
      })),
    ),
  );
}
