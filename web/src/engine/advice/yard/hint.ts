// The suggested action of the card game and its reasons: the planner's choice, explained by its plan.

import type { Color, YardReason } from "../../../lib/types";
import { NONE } from "../../game";
import { rint } from "../../rounding";
import { membersOf } from "../../records";
import { Knowledge } from "../../telling/knowledge";
import { Planner } from "../planner";
import { stackKnown } from "./plan";

/** `size` cards in the proportions of the pool; the largest remainders get the rest. */
function share(pool: number[], size: number): number[] {
  const total = Math.max(
    1,
    pool.reduce((sum, count) => sum + count, 0),
  );
  const shares = pool.map((count) => Math.floor((count * size) / total));
  const left = (card: number) => (pool[card]! * size) % total;
  const order = pool.map((_, card) => card).sort((a, b) => left(b) - left(a) || a - b);
  const rest = size - shares.reduce((sum, count) => sum + count, 0);
  for (const card of order.slice(0, rest)) shares[card]!++;
  return shares;
}

/** The seat's knowledge, with average cards on the stacks that its view does not show. */
export function asShown(knowledge: Knowledge, seat: number, look: boolean): Knowledge {
  const { cards } = knowledge.engine.module.layout;
  const known = stackKnown(knowledge, seat, look);
  return Planner.with(knowledge, (planner) => {
    const put = (player: number, counts: number[]) => {
      const stacks = planner.seen.array("stack");
      for (const [card, count] of counts.entries()) stacks[player * cards.length + card] = count;
    };
    planner.seen.array("stack").fill(0 as never);
    if (known) put(seat, knowledge.row("stack", seat));
    let pool = cards.map((_, card) => planner.ask("cards_out_of_sight", card));
    for (const player of knowledge.seats) {
      if (player === seat && known) continue;
      const given = share(pool, knowledge.number("stack_size", player));
      put(player, given);
      pool = pool.map((count, card) => count - given[card]!);
    }
    return new Knowledge(knowledge.engine, seat, planner.seen.bytes());
  });
}

/** The reasons for the action, the strongest first; `shown` is the planner's input. */
export function yardReasons(shown: Knowledge, seat: number, planner: Planner, action: number): YardReason[] {
  const { engine } = shown;
  const { declare, info, tickets } = engine.ruleset;
  const name = (card: number) => shown.card(card)!;

  /** The tickets that can probably be completed in time, in the order in which the plan serves them. */
  const planned = (situation: "trial" | "now"): number[] => {
    planner.ask("plan_situation", Number(situation === "trial"));
    const held = planner.row(`${situation}.ticket`).slice(0, planner.number(`${situation}.count`));
    return held.filter((_, place) => planner.ask("is_likely", place));
  };
  const tryRows = (rows: [color: number, colored: number, wild: number][]) => {
    planner.ask("try_card", NONE);
    for (const row of rows) planner.ask("try_row", ...row);
  };
  /** The colors missing for the tickets of the last plan: on the stack if `placed`, otherwise also in the
   * hand. */
  const lacking = (placed: boolean): number[] => {
    const [stock, hand] = [planner.row("now.stock"), planner.row("now.hand")];
    return planner.row("need").flatMap((need, color) => {
      const have = stock[color]! + (placed ? 0 : hand[color]! * 1000);
      return need * 1000 > have ? [color] : [];
    });
  };
  const time = (): YardReason => ({ reason: "turns_left", turns: rint(planner.number("time") / 1000) + 1 });
  /** The tickets that need the drawn or placed cards and can be completed in time after the tried action. */
  const needed = (cards: number[], placed: boolean): YardReason[] => {
    const there = planned("trial");
    const missing = lacking(placed);
    const reasons = cards.flatMap((card): YardReason[] => {
      // A wild replaces any of them.
      const colors = missing.filter((color) => card === engine.wild || color === card);
      const of = there.filter((ticket) => colors.some((color) => engine.rule("ticket_need", ticket, color)));
      return of.length ? [{ reason: "needed", card: name(card), tickets: shown.tickets(of) }] : [];
    });
    return reasons.length ? reasons : [{ reason: "spare" }];
  };
  const robs = (color: number): YardReason[] => {
    const victim = planner.ask("row_owner", color);
    if (victim === NONE || victim === seat) return [];
    const cards = planner.ask("row_size", victim, color);
    return [{ reason: "robs", victim, color: name(color) as Color, cards }];
  };
  /** The opponent known to hold the most cards of the card's color. */
  const denies = (color: number): YardReason[] => {
    const known = shown.seats.map((player) => (player === seat ? 0 : shown.number("known", player, color)));
    const cards = Math.max(...known);
    if (color === engine.wild || !cards) return [];
    return [{ reason: "denies", victim: known.indexOf(cards), color: name(color) as Color, cards }];
  };

  if (declare !== null && action >= declare) {
    const points = membersOf(action - declare).map((ticket) => engine.rule("ticket_points", ticket));
    return [{ reason: "declares", points: points.reduce((sum, each) => sum + each, 0) }];
  }
  const color = engine.rule("action_color", action);
  const arg = engine.rule("action_arg", action);
  switch (engine.module.layout.words[engine.rule("action_type", action)]) {
    case "keep": {
      planner.ask("try_tickets", arg);
      const there = planned("trial");
      const kept = shown.offer.filter((_, place) => (arg >> place) & 1);
      return [
        ...kept.map((number): YardReason => {
          const ticket = tickets[number]!;
          if (!there.includes(number)) return { reason: "left_out", ticket };
          return { reason: "planned", ticket, points: info.tickets[number]!.points[0]! };
        }),
        time(),
      ];
    }
    case "set":
      tryRows([[color, engine.rule("action_colored", action), engine.rule("action_wild", action)]]);
      return [...robs(color), ...needed([color], true), time()];
    case "trio": {
      const colors = membersOf(arg);
      tryRows(colors.map((each) => [each, 1, 0]));
      return [...needed(colors, true), time()];
    }
    case "take": {
      planner.ask("try_card", color);
      const reasons = needed([color], false);
      return [...(reasons[0]!.reason === "spare" ? denies(color) : []), ...reasons, time()];
    }
    case "draw": {
      planned("now");
      const missing = lacking(false);
      return [...(missing.length ? [{ reason: "wanted", cards: missing.map(name) } as const] : []), time()];
    }
    case "tickets":
      return [{ reason: "more_tickets" }, time()];
    default:
      return [];
  }
}
