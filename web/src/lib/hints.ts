// A hint in words. What all games have is here; each kind of game adds its own.
import { list, t } from "../i18n";
import { Legal } from "./legal";
import { cardOrder, cardsText, oneCard } from "./names";
import type { Card, Counts, Hint } from "./types";
import { ticketsText, type Teller } from "./words";

export interface Hints {
  /** What is to be done, in words. */
  action(action: string, teller: Teller): string;
  reasons(hint: Hint, teller: Teller): string[];
  /** What on the page the hint is about, as selectors. */
  places(hint: Hint): string[];
}

/** What was found when the action was tried, beside what first comes to mind. */
export function tried(hint: Hint, { action }: Hints, teller: Teller): string[] {
  if (hint.instead === null) return [];
  const other = { action: action(hint.instead, teller) };
  return [hint.gain === null ? t("hint.tried", other) : t("hint.gain", { count: hint.gain, ...other })];
}

/** The things that an action names: tickets that are kept or declared. */
export const namedIn = (action: string): string[] =>
  action
    .slice(action.indexOf(":") + 1)
    .split(",")
    .filter(Boolean);

/** An action that every game has, in words. */
function commonAction(action: string, teller: Teller): string | null {
  const { draw, tickets, pass, takes } = new Legal([action]);
  const [card] = takes.keys();
  if (draw) return t("hint.draw");
  if (tickets) return t("hint.draw_tickets");
  if (pass) return t("action.pass");
  if (card) return t("hint.take", { card: oneCard(card) });
  if (!action.startsWith("keep:")) return null;
  const kept = namedIn(action);
  return kept.length ? t("hint.keep", { tickets: ticketsText(kept, teller) }) : t("hint.keep_none");
}

/** Where on the page the things of every game are. */
function commonPlaces(action: string): string[] {
  const { draw, tickets, takes } = new Legal([action]);
  const [card] = takes.keys();
  if (draw) return ["[data-deck]"];
  if (tickets) return ["[data-ticket-deck]"];
  if (card) return [`[data-slot][data-color="${card}"]`];
  if (!action.startsWith("keep:")) return [];
  return namedIn(action).map((id) => `.offer label:has([value="${CSS.escape(id)}"])`);
}

/** Cards that are welcome, not one by one where it is all of them. */
export const welcome = (cards: Card[]): string =>
  cards.length === cardOrder.length
    ? t("hint.wanted_any")
    : t("hint.wanted", { cards: list(cards.map(oneCard)) });

export const handPlaces = (cards: Counts): string[] =>
  Object.keys(cards).map((color) => `[data-hand-color="${color}"]`);

export const withCards = (cards: Counts): { cards: string } => ({ cards: cardsText(cards) });

/** What a mechanism says of the hints of its kind, whose reasons are `R`. */
export interface Advice<R extends { reason: string }> {
  /** An action of it, in words. */
  action?(legal: Legal, teller: Teller): string | null;
  /** Where the things on the page are that its action or its reasons name, as selectors. */
  places?(legal: Legal, reasons: readonly R[]): string[];
  reasons?: { [N in R["reason"]]?: (reason: Extract<R, { reason: N }>, teller: Teller) => string };
}

/** The hints of a kind, made of what its mechanisms say. */
export function composed<R extends { reason: string }>(all: readonly Advice<R>[]): Hints {
  const why: Record<string, ((reason: R, teller: Teller) => string) | undefined> = Object.assign(
    {},
    ...all.map(({ reasons }) => reasons),
  );
  const reasonsOf = (hint: Hint) => hint.reasons as readonly { reason: string }[] as readonly R[];
  return {
    action(text, teller) {
      const legal = new Legal([text]);
      const told = all.map(({ action }) => action?.(legal, teller)).find(Boolean);
      return told ?? commonAction(text, teller) ?? text;
    },
    reasons: (hint, teller) =>
      reasonsOf(hint)
        .map((reason) => why[reason.reason]?.(reason, teller) ?? "") // one may be newer than this client
        .filter((text) => text !== ""),
    places: (hint) => [
      ...commonPlaces(hint.action),
      ...all.flatMap(({ places }) => places?.(new Legal([hint.action]), reasonsOf(hint)) ?? []),
    ],
  };
}
