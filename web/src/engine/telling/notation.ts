// The texts of a ruleset's actions, and their parsing: docs/notation.md.

import { IllegalAction, NotationError, short } from "../errors";
import type { KindLayout } from "../module";
import type { RulesetFile } from "../ruleset";
import { parsePayment, paymentText } from "./payment";

/** The result of Python's `text.partition(colon)`. */
function partition(text: string): [before: string, colon: boolean, after: string] {
  const at = text.indexOf(":");
  return at < 0 ? [text, false, ""] : [text.slice(0, at), true, text.slice(at + 1)];
}

/** The positions of the set bits of a number, which may have more than 32. */
export const bits = (number: number, most: number): number[] =>
  Array.from({ length: most }, (_, place) => place).filter((place) => Math.floor(number / 2 ** place) % 2);

/** Only `keep` depends on the game: its text names tickets, its number is a subset of the tickets on offer. */
export class Notation {
  private readonly words: readonly string[];
  private readonly ids: Map<string, number>;
  private readonly tickets: Map<string, number>;
  private readonly places: Record<Exclude<KindLayout["own"][string]["place"], "">, Set<string>>;

  constructor(
    private readonly layout: KindLayout,
    private readonly ruleset: RulesetFile,
  ) {
    const [keep, keeps] = ruleset.keep;
    this.words = Object.values(layout.words);
    this.ids = new Map(ruleset.actions.map((text, action) => [text, action] as const));
    for (let action = keep; action < keep + keeps; action++) this.ids.delete(ruleset.actions[action]!);
    this.tickets = new Map(ruleset.tickets.map((id, ticket) => [id, ticket]));
    this.places = {
      route: new Set(ruleset.info.routes.map(({ id }) => id)),
      city: new Set(ruleset.info.cities.map(({ id }) => id)),
      seat: new Set(Array.from({ length: layout.seats }, (_, seat) => String(seat))),
      figure: new Set(
        ruleset.actions
          .filter((text) => text.startsWith("board:"))
          .map((text) => text.slice("board:".length)),
      ),
      count: new Set(
        Array.from({ length: Number(layout.state.fields.offer!.at(-1)) + 1 }, (_, n) => String(n)),
      ),
    };
  }

  /** Whether a number is an action of this ruleset. */
  means(action: number): boolean {
    const { actions, declare, tickets } = this.ruleset;
    const end = declare === null ? actions.length : declare + 2 ** tickets.length;
    return Number.isInteger(action) && action >= 0 && action < end;
  }

  /** The text of an action. `offer` are the engine's numbers of the tickets on offer, in order. */
  text(action: number, offer: readonly number[] = []): string {
    const { actions, declare, keep, tickets } = this.ruleset;
    const named = (word: string, numbers: number[]) =>
      `${word}:${numbers.map((ticket) => tickets[ticket]).join(",")}`;
    if (declare !== null && action >= declare)
      return named("declare", bits(action - declare, tickets.length));
    const [first, count] = keep;
    if (action < first || action >= first + count) return actions[action] ?? String(action);
    return named(
      "keep",
      bits(action - first, offer.length).map((place) => offer[place]!),
    );
  }

  /**
   * The action that a text means. Throws NotationError for an invalid text, and IllegalAction for an action that can
   * never be legal in this ruleset.
   */
  parse(text: string, offer: readonly number[] = []): number {
    if (typeof text !== "string") throw new NotationError("an action must be a text");
    const action = this.ids.get(text);
    if (action !== undefined) return action;
    const [word, colon, rest] = partition(text);
    if (!this.words.includes(word)) {
      throw new NotationError(`${short(text)} is not an action: ${short(word)} is unknown`);
    }
    if (colon === this.layout.bare.includes(word)) {
      const wrong = colon ? "takes nothing after it" : "needs more after a colon";
      throw new NotationError(`${short(text)}: ${word} ${wrong}`);
    }
    if (word === "keep") return this.parseKeep(rest, offer);
    if (word === "take") throw new NotationError(`${short(rest)} is not one card`);
    const { declare } = this.ruleset;
    if (word === "declare" && declare !== null) {
      return declare + this.parseTickets(rest).reduce((sum, ticket) => sum + 2 ** ticket, 0);
    }
    return this.parseOwn(word, rest);
  }

  private parseOwn(word: string, rest: string): number {
    const { place, paid, never } = this.layout.own[word]!;
    const colon = place && paid ? rest.lastIndexOf(":") : -1;
    const where = place && paid ? rest.slice(0, Math.max(0, colon)) : place ? rest : "";
    const payment = place && !paid ? "" : rest.slice(colon + 1);
    if (place && !this.places[place].has(where)) throw new NotationError(`unknown ${place} ${short(where)}`);
    const { cards } = this.layout;
    const text = paid ? paymentText(cards, parsePayment(cards, payment)) : "";
    const canonical = [word, where, text].filter((part) => part).join(":");
    const action = this.ids.get(canonical);
    if (action === undefined) {
      const said: Record<string, string> = { payment: text, action: canonical };
      throw new IllegalAction(never.replace(/\{(\w+)\}/g, (_, name: string) => said[name]!));
    }
    return action;
  }

  /** The tickets in a list of ids, which must be distinct. */
  private parseTickets(names: string): number[] {
    const found: number[] = [];
    for (const name of names ? names.split(",") : []) {
      const ticket = this.tickets.get(name);
      if (ticket === undefined) throw new NotationError(`unknown ticket ${short(name)}`);
      if (found.includes(ticket)) throw new NotationError(`ticket ${name} is listed twice`);
      found.push(ticket);
    }
    return found;
  }

  private parseKeep(names: string, offer: readonly number[]): number {
    let subset = 0;
    for (const ticket of this.parseTickets(names)) {
      const place = offer.indexOf(ticket);
      if (place < 0) throw new IllegalAction(`ticket ${this.ruleset.tickets[ticket]} is not on offer`);
      subset += 2 ** place;
    }
    return this.ruleset.keep[0] + subset;
  }
}
