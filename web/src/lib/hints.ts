// Hints in words. This file has the parts common to all games; each kind of game adds its own.
import { t, type Noun } from "../i18n";
import { Legal } from "./legal";
import { cardOrder, cardsText, oneCard, singleCards } from "./names";
import type { Card, Counts, Hint, RoutePlan } from "./types";
import { ticketsText, type TextContext } from "./words";

export interface Hints {
  /** The recommended action in words. */
  action(action: string, context: TextContext): string;
  /** The subject of an action apart from its payment, such as a route; null: it has none. */
  subject(action: string, context: TextContext): string | null;
  reasons(hint: Hint, context: TextContext): string[];
  /** A condition of a move ahead in words. */
  condition(condition: string, context: TextContext): string;
  /** The elements that the hint refers to, as selectors. */
  places(hint: Hint): string[];
}

/** The result of simulating the actions, if it changed the choice. */
export function overruledTexts(hint: Hint, { action }: Hints, context: TextContext): string[] {
  if (hint.instead === null) return [];
  const other = { action: action(hint.instead, context) };
  return [hint.gain === null ? t("hint.tried", other) : t("hint.gain", { count: hint.gain, ...other })];
}

/** The plan after the recommended action, if it lists more than this action. */
export function planOf(hint: Hint | null): RoutePlan | null {
  const plan = hint && "plan" in hint ? hint.plan : null;
  const [first, ...rest] = plan?.routes ?? [];
  return first && (rest.length || claimedBy(hint!) !== first) ? plan : null;
}

/** The route that an action claims, if any. */
function claimedBy({ action }: Hint): string | undefined {
  const [what, claimed] = action.split(":");
  return what === "claim" ? claimed : undefined;
}

/**
 * A hint whose plan begins with its claim, so that the board shows it: plans list routes for tickets first, although this
 * claim comes now. If the plan lacks the claim, because a search overruled the planner, it may no longer be possible
 * afterwards; the claim alone replaces it.
 */
export function claimFirst<H extends Hint>(hint: H): H {
  const claimed = claimedBy(hint);
  if (claimed === undefined || !("plan" in hint)) return hint;
  const { plan } = hint;
  const at = plan?.routes.indexOf(claimed) ?? -1;
  if (at === 0) return hint;
  if (!plan || at < 0) return { ...hint, plan: { routes: [claimed], turns: 1, due: [1] } };
  const moved = <T>(list: T[], first: T): T[] => [first, ...list.toSpliced(at, 1)];
  const due = plan.due?.map((turns, place) => (place < at ? turns + 1 : turns));
  const routes = moved(plan.routes, claimed);
  return { ...hint, plan: { ...plan, routes, ...(due?.length && { due: moved(due, 1) }) } };
}

/** The tickets or other things named by an action. */
export const namedIn = (action: string): string[] =>
  action
    .slice(action.indexOf(":") + 1)
    .split(",")
    .filter(Boolean);

/** An action of all games in words. */
function commonAction(action: string, context: TextContext): string | null {
  const { draw, tickets, pass, takes } = new Legal([action]);
  const [card] = takes.keys();
  if (draw) return t("hint.draw");
  if (tickets) return t("hint.draw_tickets");
  if (pass) return t("action.pass");
  if (card) return t("hint.take", { card: oneCard(card) });
  if (!action.startsWith("keep:")) return null;
  const kept = namedIn(action);
  return kept.length ? t("hint.keep", { tickets: ticketsText(kept, context) }) : t("hint.keep_none");
}

/** Selectors of the elements that all games have. */
function commonPlaces(action: string): string[] {
  const { draw, tickets, takes } = new Legal([action]);
  const [card] = takes.keys();
  if (draw) return ["[data-deck]"];
  if (tickets) return ["[data-ticket-deck]"];
  if (card) return [`[data-slot][data-color="${card}"]`];
  if (!action.startsWith("keep:")) return [];
  return namedIn(action).map((id) => `[data-offered="${CSS.escape(id)}"] label`);
}

/** The useful cards; not listed one by one if every card is useful. */
export const wantedText = (cards: Card[]): string =>
  cards.length === cardOrder.length ? t("hint.wanted_any") : t("hint.wanted", { cards: singleCards(cards) });

export const handPlaces = (cards: Counts): string[] =>
  Object.keys(cards).map((color) => `[data-hand-color="${color}"]`);

export const withCards = (cards: Counts): { cards: Noun } => ({ cards: cardsText(cards) });

/** A condition of a move ahead, by what it is about, and whether it must be true. */
export type Condition = (subject: string, context: TextContext, wanted: boolean) => string;

const commonConditions: Record<string, Condition | undefined> = {
  market: (card, _teller, wanted) =>
    t(wanted ? "ahead.market" : "ahead.not_market", { card: oneCard(card as Card) }),
  final_round: (_subject, _teller, wanted) => t(wanted ? "ahead.final_round" : "ahead.not_final_round"),
};

/** The hint texts of a mechanism; `R` is the type of its kind's reasons. */
export interface HintTexts<R extends { reason: string }> {
  /** One of its actions in words. */
  action?(legal: Legal, context: TextContext): string | null;
  /** The subject of one of its actions with a payment. */
  subject?(legal: Legal, context: TextContext): string | null;
  /** Selectors of the elements that its actions or reasons refer to. */
  places?(legal: Legal, reasons: readonly R[]): string[];
  conditions?: Record<string, Condition>;
  reasons?: { [N in R["reason"]]?: (reason: Extract<R, { reason: N }>, context: TextContext) => string };
}

/** Combine the hint texts of the mechanisms of a kind. */
export function composeHints<R extends { reason: string }>(all: readonly HintTexts<R>[]): Hints {
  const why: Record<string, ((reason: R, context: TextContext) => string) | undefined> = Object.assign(
    {},
    ...all.map(({ reasons }) => reasons),
  );
  const conditions = Object.assign({}, commonConditions, ...all.map((one) => one.conditions));
  const reasonsOf = (hint: Hint) => hint.reasons as readonly { reason: string }[] as readonly R[];
  return {
    action(text, context) {
      const legal = new Legal([text]);
      const sentence = all.map(({ action }) => action?.(legal, context)).find(Boolean);
      return sentence ?? commonAction(text, context) ?? text;
    },
    subject(text, context) {
      const legal = new Legal([text]);
      return all.map(({ subject }) => subject?.(legal, context)).find(Boolean) ?? null;
    },
    reasons: (hint, context) =>
      reasonsOf(hint)
        .map((reason) => why[reason.reason]?.(reason, context) ?? "") // the server may be newer than this client
        .filter((text) => text !== ""),
    condition(text, context) {
      const [, not, word, subject] = /^(!?)(\w+):?(.*)$/.exec(text) ?? [];
      const describe = (conditions as typeof commonConditions)[word ?? ""];
      return describe ? describe(subject ?? "", context, !not) : text;
    },
    places: (hint) => [
      ...commonPlaces(hint.action),
      ...all.flatMap(({ places }) => places?.(new Legal([hint.action]), reasonsOf(hint)) ?? []),
    ],
  };
}
