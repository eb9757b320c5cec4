// The texts of a review about players and mistakes.
import { number, percent, t } from "../../i18n";
import { logged, ticketsText, type TextContext } from "../../lib/words";
import type { Decision, GameEvent, LogEntry, MoveReason, Review, TurningPoint } from "../../lib/types";

/** Mistakes shown in a summary. */
const COSTLIEST = 3;

/** The decisions of a seat, or of all, that had a better alternative, in the order of the game. */
export const mistakes = (review: Review, seat: number | null): Decision[] =>
  review.decisions.filter((one) => one.expert && (seat === null || one.seat === seat));

/** Events of chance in a player's action. */
const CHANCE = new Set<GameEvent["event"]>(["drew", "drew_tickets", "tunnel"]);

const cost = ({ before, after }: Decision): number => before - after;

/** The costliest mistakes, worst first. */
export const costliest = (all: readonly Decision[]): Decision[] =>
  [...all].sort((a, b) => cost(b) - cost(a)).slice(0, COSTLIEST);

/** The chance of winning before and after a decision. */
export const costText = ({ before, after }: Decision): string => `${percent(before)} → ${percent(after)}`;

/** The largest change of a seat's chance. */
export const turningPoint = ({ turning_points }: Review, seat: number | null) =>
  turning_points
    .filter((one) => seat === null || one.seat === seat)
    .sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before))[0];

/**
 * The cause of a changed chance: the player's own action, or the events until the player's next decision, including the
 * cards from their action; claims are listed as actions without payments.
 */
export function causeOf(
  { cause, seat, since, until }: TurningPoint,
  { decisions }: Review,
  log: readonly LogEntry[],
): { action: string | null; events: GameEvent[]; claims: string[] } {
  if (cause === "choice") {
    const action = decisions.find((one) => one.seat === seat && one.version === since)?.action ?? null;
    if (action !== null) return { action, events: [], claims: [] };
  }
  const events = log
    .filter(({ version }) => version >= since && version <= until)
    .flatMap(({ version, events }) =>
      version > since ? events : events.filter(({ event }) => CHANCE.has(event)),
    )
    .filter(logged);
  const claims = events.flatMap((one) => (one.event === "claimed" ? [`claim:${one.route}:`] : []));
  return { action: null, events, claims };
}

/** How early or late the cards arrived. */
export function luckText(turns: number): string {
  const when = Math.abs(turns) < 0.5 ? "even" : turns > 0 ? "early" : "late";
  return t("review.luck", { when, turns: Math.max(1, Math.round(Math.abs(turns))) });
}

export function reasonText({ reason, what, played, better }: MoveReason, context: TextContext): string {
  switch (reason) {
    case "ticket":
      return t("review.reason_ticket", {
        ticket: ticketsText([what ?? ""], context),
        better: percent(better),
        played: percent(played),
      });
    case "blocked":
      return t("review.reason_blocked", {
        route: context.names.routeName(what ?? ""),
        played: percent(played),
      });
    case "points":
      return t("review.reason_points", {
        part: what ?? "other",
        better: number(better),
        played: number(played),
      });
    case "turns":
      return t("review.reason_turns", { better, played: number(played) });
    default:
      return ""; // the server may be newer than this client
  }
}

/** The subject of an action without its payment, as a click on the table identifies it. */
export function targetOf(action: string): string {
  const [verb = "", place = ""] = action.split(":");
  return verb === "claim" || verb === "take" ? `${verb}:${place}` : action;
}

/** Whether an action keeps tickets on offer. */
export const choosesTickets = (action: string): boolean => action.startsWith("keep:");

/** The action behind a place on the table; null for places without one. */
export function actionAt(target: Element): string | null {
  const route = target.closest<HTMLElement>(".drawing [data-route]");
  if (route) return `claim:${route.dataset.route}`;
  const slot = target.closest<HTMLElement>("[data-slot][data-color]");
  if (slot) return `take:${slot.dataset.color}`;
  if (target.closest("[data-deck]")) return "draw";
  return target.closest("[data-ticket-deck]") ? "tickets" : null;
}
