// Marks the routes and cities that the user points at, that a question is about, or that a move will change.
import type { Drawing } from "../board/drawing";
import { showMissing } from "../board/missing";
import type { GameStore } from "../lib/game.svelte";
import type { Ticket } from "../lib/views";
import type { NetworkAttention } from "./attention.svelte";
import { mark } from "./decorate";
import { missingOf } from "./mechanisms/tickets/lacking";
import type { Plans } from "./plan.svelte";
import { BUILDS, questionOf } from "./table";

interface Subject {
  game: GameStore<"network">;
  attention: NetworkAttention;
  plans: Plans;
  ticket: Ticket | null;
  /** The key of the route or city under pointer, focus or finger. */
  pointed: string | null;
  /** The keys of the places that a dragged card can pay for. */
  payable: string[];
}

export function highlight(
  drawing: Drawing,
  { game, attention, plans, ticket, pointed, payable }: Subject,
): void {
  const { building, trail, route, station, recent } = attention;
  const plan = ticket ? plans.ticket(ticket.id) : undefined;
  const borrowed = plan?.borrowed.map((one) => one.route) ?? [];
  const asked = building && { [building.build.on]: building.id };
  const question = questionOf(game, attention);
  const wanted = station?.route ?? route ?? question?.route ?? question?.place?.id;
  const sending = (on: "route" | "city") =>
    BUILDS.filter((one) => one.on === on).flatMap((one) => [...one.payments(game.sending).keys()]);
  const site = asked?.city ?? station?.city ?? sending("city")[0];
  const lit = [...(ticket ? game.names.endsOf(ticket) : attention.cities), ...(site ? [site] : [])];
  drawing.svg.classList.toggle("tracing", trail.length > 0);
  mark(drawing.routes, "chosen", [asked?.route ?? wanted, ...sending("route")]);
  mark(drawing.routes, "trail", trail);
  mark(drawing.routes, "recent", recent);
  mark(drawing.routes, "way", [...(plan?.routes ?? []), ...borrowed]);
  mark(drawing.elements, "pointed", [pointed]);
  mark(drawing.cities, "lit", lit);
  mark(drawing.labels, "lit", lit);
  for (const flag of drawing.svg.querySelectorAll(".pins [data-ticket]"))
    flag.classList.toggle("pointed", flag.getAttribute("data-ticket") === ticket?.id);
  drawing.svg.classList.toggle("carrying", attention.carrying !== null);
  mark(drawing.elements, "payable", payable);
  showMissing(drawing, plan?.routes ?? [], plan ? missingOf(plan.lacking) : []);
}
