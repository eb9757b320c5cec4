// Real server messages of all four games. The compiler checks them against the types (`npm run check`); these tests
// read them as the client does at a table.
import { describe, expect, test } from "vitest";
import type { TableUI } from "../src/lib/tableui";
import { Legal } from "../src/lib/legal";
import { cardsText, Names } from "../src/lib/names";
import type { GameEvent, Hint, Plan, RulesetInfo, ServerMessage } from "../src/lib/types";
import type { Machine } from "../src/lib/views";
import { logged, seatOf, type TextContext } from "../src/lib/words";
import * as network from "../src/network/words";
import * as yard from "../src/yard/words";
import { claims } from "../src/network/mechanisms/claims/actions";
import { stations } from "../src/network/mechanisms/stations/actions";
import { surcharges, withdrawal } from "../src/network/mechanisms/tunnels/actions";
import { stop } from "../src/yard/mechanisms/cards/actions";
import { sets } from "../src/yard/mechanisms/rows/actions";
import { trios } from "../src/yard/mechanisms/singles/actions";
import * as card_game from "./frames/card_game";
import * as europe from "./frames/europe";
import * as switzerland from "./frames/switzerland";
import * as usa from "./frames/usa";

/** The groups of legal actions: the common ones, and those of the mechanisms. */
const READ = [
  (legal: Legal) => legal.draw,
  (legal: Legal) => legal.tickets,
  (legal: Legal) => legal.pass,
  (legal: Legal) => legal.takes,
  (legal: Legal) => legal.keeps,
  claims,
  stations,
  surcharges,
  withdrawal,
  sets,
  stop,
  trios,
];

interface Sent {
  ruleset: RulesetInfo;
  frames: ServerMessage[];
  plans: Plan[];
  hints: Hint[];
}

const games: Record<string, Sent> = {
  usa,
  europe,
  switzerland,
  card_game,
};
const words: Record<Machine, Pick<TableUI, "prompt"> & { describeEvent: TableUI["describe"] }> = {
  network,
  yard,
};

describe.each(Object.entries(games))("%s", (id, { ruleset, frames, plans, hints }) => {
  const names = new Names(ruleset);
  const { describeEvent, prompt } = words[ruleset.machine];
  const views = frames.flatMap((frame) => ("view" in frame && frame.view ? [frame.view] : []));
  const events = frames.flatMap((frame): GameEvent[] => {
    if (frame.type === "hello") return frame.log.flatMap((entry) => entry.events);
    return frame.type === "update" ? frame.events : [];
  });

  test("every kind of message is there", () => {
    const types = new Set(frames.map((frame) => frame.type));
    expect([...types].sort()).toEqual(["ack", "error", "hello", "pong", "refused", "table", "update"]);
    expect(views.some((view) => view.outcome)).toBe(true);
    expect(views.some((view) => view.seat === null)).toBe(true);
  });

  test("views belong to this game and name known things", () => {
    for (const view of views) {
      expect([view.ruleset, view.machine]).toEqual([id, ruleset.machine]);
      expect(view.players.map((player) => player.seat)).toEqual([...Array(view.players_count).keys()]);
      for (const ticket of [...view.tickets, ...view.offer]) expect(names.ticket(ticket.id)).toBeDefined();
      if (view.machine === "network") {
        for (const route of view.players.flatMap((player) => player.routes)) {
          expect(names.route(route)).toBeDefined();
        }
      }
      if (view.hand) expect(String(cardsText(view.hand))).not.toMatch(/undefined|\bcards?\./);
    }
  });

  test("every legal action is understood and has a prompt", () => {
    for (const view of views) {
      if (!view.legal.length) continue;
      expect(prompt(view)).toMatch(/\w/);
      const legal = new Legal(view.legal);
      const found = READ.map((read) => read(legal));
      expect(found.some((one) => (one instanceof Map ? one.size : one?.length))).toBe(true);
    }
  });

  test("plans and hints belong to this game and name known things", () => {
    expect(plans.length).toBeGreaterThan(5);
    expect(hints.length).toBeGreaterThan(2);
    for (const plan of plans) {
      expect(plan.machine).toBe(ruleset.machine);
      for (const ticket of plan.tickets) expect(names.ticket(ticket.id)).toBeDefined();
      if (plan.machine !== "network") continue;
      for (const route of Object.keys(plan.routes)) expect(names.route(route)).toBeDefined();
      for (const route of plan.tickets.flatMap((ticket) => ticket.routes)) {
        expect(names.route(route)).toBeDefined();
      }
    }
    for (const hint of hints) {
      expect(hint.machine).toBe(ruleset.machine);
      expect(hint.action).toMatch(/^[a-z]+/);
      expect(hint.reasons.length).toBeGreaterThan(0);
    }
  });

  test("every event has a text", () => {
    const context: TextContext = { names, nameOf: (seat) => `Player ${seat}`, mine: (seat) => seat === 0 };
    for (const event of events) {
      const text = describeEvent(event, context);
      expect(text, event.event).toMatch(/\w/);
      expect(text).not.toMatch(/undefined|\bevent\.|null/);
      expect(typeof logged(event)).toBe("boolean");
      const seat = seatOf(event);
      if (seat !== null) expect(seat).toBeLessThan(5);
    }
  });
});
