// Your tickets as pins on the board, labeled like the list.
import type { Names } from "../../../lib/names";
import type { NetworkView } from "../../../lib/types";
import type { Pin } from "../../../board/pins";

type Tickets = Pick<NetworkView, "tickets" | "offer" | "choice">;

/** The label of a ticket in the list and on the board: numbers for held tickets, letters for tickets on offer. */
export function pinLabels({
  tickets,
  offer,
}: Record<"tickets" | "offer", { id: string }[]>): Map<string, string> {
  return new Map([
    ...tickets.map(({ id }, i): [string, string] => [id, String(i + 1)]),
    ...offer.map(({ id }, i): [string, string] => [id, String.fromCharCode(65 + i)]),
  ]);
}

/** The pins of all tickets, or after a choice of the chosen ones; a country has one at each of its border nodes. */
export function pinsOf(view: Tickets, names: Names): Pin[] {
  const labels = pinLabels(view);
  const offer = view.offer.filter(({ id }) => view.choice === null || view.choice.includes(id));
  const offered = new Set(offer.map(({ id }) => id));
  return [...view.tickets, ...offer].flatMap((ticket) =>
    names.endsOf(ticket).map((city): Pin => ({
      city,
      ticket: ticket.id,
      label: labels.get(ticket.id)!,
      state: offered.has(ticket.id) ? "offered" : ticket.state,
    })),
  );
}
