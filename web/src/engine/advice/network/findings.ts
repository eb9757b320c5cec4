// The planner's findings for one decision, read from its scratch space.

import type { RoutePlan } from "../../../lib/types";
import { NONE } from "../../game";
import { rint } from "../../rounding";
import type { Knowledge } from "../../telling/knowledge";
import type { Planner } from "../planner";
import { grayColor } from "./needs";

/** Larger than the sum of any path. */
const FAR = Number.MAX_SAFE_INTEGER;

export class Findings {
  constructor(
    readonly knowledge: Knowledge,
    readonly seat: number,
    readonly planner: Planner,
    /** The action to explain: the planner's, or another one. */
    readonly action: number,
    /** The planner's action. */
    readonly planned: number,
  ) {}

  private get engine() {
    return this.knowledge.engine;
  }

  /** Whether the planner treats this as the last turn. */
  get lastTurn(): boolean {
    return this.planner.number("turns_left") <= 1000;
  }

  /** The routes of the plan, including lent routes of opponents; those for tickets first. */
  get routes(): number[] {
    return this.planner.row("list").slice(0, this.planner.number("list_size"));
  }

  /** The tickets whose planned path includes the route. */
  ticketsBy(route: number): number[] {
    return [...this.paths()].filter(([, path]) => path.includes(route)).map(([ticket]) => ticket);
  }

  /** The planned tickets with a path over the route that takes no more trains than the planned path. */
  waysOver(route: number): number[] {
    const trains = this.engine.rule("route_trains", route);
    const [near, far] = ["route_a", "route_b"].map((end) =>
      this.trainsFrom(this.engine.rule(end, route), route),
    );
    const nearest = (trains: number[], cities: number[]) =>
      cities.reduce((least, city) => Math.min(least, trains[city]!), FAR);
    return [...this.paths()]
      .filter(([ticket, path]) => {
        const [origin, ends] = this.ends(ticket);
        const there = nearest(near!, origin) + nearest(far!, ends);
        const back = nearest(far!, origin) + nearest(near!, ends);
        return Math.min(there, back) + trains <= this.trains(path);
      })
      .map(([ticket]) => ticket);
  }

  /** The trains needed from a city to each city, over owned or open routes, except `leftOut`. */
  private trainsFrom(city: number, leftOut: number): number[] {
    this.planner.ask("trains_from", city, leftOut);
    return this.planner.row("dist");
  }

  /** The cities at the two ends of a planned ticket: where it begins, and where it scores as planned. */
  private ends(ticket: number): [number[], number[]] {
    const { engine } = this;
    const planned = this.points(ticket);
    const targets = Array.from({ length: engine.rule("ticket_targets", ticket) }, (_, n) => n);
    const worth = targets.filter((n) => engine.rule("ticket_points", ticket, n) >= planned);
    return [
      engine.ruleMembers("ticket_origin", ticket),
      worth.flatMap((n) => engine.ruleMembers("ticket_target", ticket, n)),
    ];
  }

  private goals(): [goal: number, ticket: number][] {
    const tickets = this.planner.row("goal");
    const every = Array.from({ length: this.planner.number("goals") }, (_, goal) => goal);
    return every.filter((goal) => tickets[goal] !== NONE).map((goal) => [goal, tickets[goal]!]);
  }

  /** The routes that each planned ticket still needs, by ticket. */
  paths(): Map<number, number[]> {
    const owned = this.planner.work.members("owned");
    return new Map(
      this.goals()
        .filter(([goal]) => this.planner.number("gain", goal) > 0)
        .map(([goal, ticket]) => [
          ticket,
          this.planner.work.members("path", goal).filter((route) => !owned.includes(route)),
        ]),
    );
  }

  /** The points of a planned ticket by its planned path. */
  points(ticket: number): number {
    const [goal] = this.goals().find(([, each]) => each === ticket)!;
    return this.planner.number("now", goal) + Math.floor(this.planner.number("gain", goal) / 1000);
  }

  /** The tickets that the plan gives up. */
  unplanned(): number[] {
    return this.goals()
      .filter(([goal]) => this.planner.number("gain", goal) <= 0)
      .map(([, ticket]) => ticket);
  }

  /** Whether a claim or a draw is part of the plan. */
  includes(action: number): boolean {
    const { engine } = this;
    switch (engine.module.layout.words[engine.rule("action_type", action)]) {
      case "claim":
        return this.routes.includes(engine.rule("action_arg", action));
      case "take":
        return this.helpful().includes(engine.rule("action_color", action));
      case "draw":
        return true;
    }
    return false;
  }

  /**
   * If the planner gives up tickets that it would include at the price of trains with which it chose them, switch to
   * the plan at that price, provided that the action is part of it.
   */
  keepTickets(): void {
    const { planner } = this;
    const given = this.lastTurn ? 0 : this.unplanned().length;
    if (!given) return;
    planner.use(this.engine.ruleset.keeping!);
    planner.decide();
    if (this.unplanned().length < given && this.includes(this.action)) return;
    planner.use();
    planner.decide();
  }

  /** The trains that routes of the plan take. */
  trains(routes: number[]): number {
    return routes
      .filter((route) => !this.planner.ask("lends", route))
      .reduce((sum, route) => sum + this.engine.rule("route_trains", route), 0);
  }

  /** The seat's tickets that a claim of the route completes. */
  completedBy(route: number): number[] {
    return this.knowledge
      .members("tickets", this.seat)
      .filter((ticket) => this.planner.ask("completes", route, ticket));
  }

  /** The turns, in thousandths, that the first `size` routes of the plan take with the present hand. */
  turns(size = this.planner.number("list_size")): number {
    return this.planner.ask("turns_of_plan", size, NONE);
  }

  /** Estimates of the turns for the first `size` routes of the plan, and of the turns left. */
  toldTurns(size: number): [turns: number, left: number] {
    const left = this.planner.askTold("turns_left");
    return [rint(this.planner.askTold("turns_of_plan", size, NONE) / 1000), rint(left / 1000)];
  }

  /** The routes that the planner plans to claim; null without a plan, or without time to plan for. */
  get plan(): RoutePlan | null {
    const { planner, routes } = this;
    const claims = routes
      .map((route, place) => ({ route, size: place + 1 }))
      .filter(({ route }) => !planner.ask("lends", route));
    if (this.lastTurn || !claims.length) return null;
    const due = claims.map(({ size }) => this.toldTurns(size)[0]);
    const [turns] = this.toldTurns(routes.length);
    return { routes: claims.map(({ route }) => this.knowledge.route(route)), turns, due };
  }

  /** The cards that would shorten the plan if the hand had one more. */
  helpful(): number[] {
    const turns = this.turns();
    return this.engine.module.layout.cards
      .map((_, card) => card)
      .filter((card) => this.planner.ask("turns_with_card", card) < turns);
  }

  /** The planned routes that a helpful card would help pay for: those of its color, otherwise gray ones. */
  wanting(card: number): number[] {
    const { engine, planner } = this;
    const { wild } = engine;
    const hand = planner.row("hand");
    const color = planner.row("color");
    const routes = this.routes.filter((route) => planner.ask("lent_cards", route, 0) !== 0);
    // Paid with cards of any color.
    const loaned = routes.filter((route) => planner.ask("lends", route));
    const gray = routes.filter((route) => loaned.includes(route) || color[route] === wild);
    const lacks = (each: number) => this.needed(each) > hand[each]!;
    if (card === wild) {
      if (planner.number("need_wild") > hand[wild]!) {
        return routes.filter((route) => !loaned.includes(route) && engine.rule("claim_wild_min", route));
      }
      const direct = routes.filter(
        (route) => !gray.includes(route) && planner.number("wild_ok", route) && lacks(color[route]!),
      );
      return direct.length ? direct : gray;
    }
    if (lacks(card)) return routes.filter((route) => !gray.includes(route) && color[route] === card);
    return this.paidBy(card, gray);
  }

  /** The gray and lent routes that the planner would pay in a color if the hand had one more card of it. */
  private paidBy(card: number, gray: number[]): number[] {
    const hand = this.planner.row("hand");
    const spare = hand
      .slice(0, this.engine.wild)
      .map((count, color) => count + Number(color === card) - this.needed(color));
    const found: number[] = [];
    for (const [length, route] of this.lengths(gray).sort(([a], [b]) => b - a)) {
      const color = grayColor(spare, length);
      if (spare[color]! > 0) {
        spare[color]! -= Math.min(length, spare[color]!);
        if (color === card) found.push(route);
      }
    }
    return found;
  }

  /** Gray and lent routes with the cards that they take. */
  private lengths(gray: number[]): [length: number, route: number][] {
    const { engine, planner } = this;
    let built = 0;
    return gray.map((route) => {
      if (planner.ask("lends", route)) return [planner.ask("lent_cards", route, built++), route];
      const length = engine.rule("route_length", route) - engine.rule("claim_wild_min", route);
      return [length + planner.ask("reserve", route), route];
    });
  }

  private needed(color: number): number {
    return this.planner.number("need", color) + this.planner.number("need_pure", color);
  }

  /** Whether a route joins two parts of the seat's network that its routes do not join yet. */
  joins(route: number): boolean {
    const { engine, knowledge, seat } = this;
    const ends = (each: number) => [engine.rule("route_a", each), engine.rule("route_b", each)];
    const own = knowledge.members("owned", seat).flatMap(ends);
    const label = knowledge.row("link", seat);
    const [a, b] = ends(route) as [number, number];
    return own.includes(a) && own.includes(b) && label[a] !== label[b];
  }

  /** Whether the plan has all tickets and completes them several turns before the end. */
  hasTimeForMore(): boolean {
    if (this.unplanned().length) return false;
    return this.turns(this.planner.number("list_goals")) + 1000 < this.planner.number("turns_left");
  }
}
