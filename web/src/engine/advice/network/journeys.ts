// The cheapest path still open for a ticket. Costs are those of the planner; see `journeys.py`.

import { NONE } from "../../game";
import type { Knowledge } from "../../telling/knowledge";
import type { Planner } from "../planner";

/** A route of a path. For another player's route, includes the city of the station that uses it. */
export interface Step {
  route: number;
  station: number | null;
  built: boolean;
}

/** A path from one end of a ticket to the other: the routes still to be claimed, and the stations on it. */
export interface Way {
  target: number;
  claims: number[];
  stations: Step[];
  trains: number;
}

/** The trains of a path to a city, and the cities on it. */
interface Reach {
  trains: number;
  cities: Set<number>;
}

/** The number of trains by which another path may be longer than the shortest one. */
const DETOUR = 2;

/** The state of a search. */
interface Place {
  city: number;
  /** The seat's built stations that are used, as bits. */
  used: number;
  /** The number of stations to be built, and whether one of them is in this city. */
  new: number;
  here: boolean;
}

const order = ({ city, used, new: built, here }: Place) => [city, used, built, Number(here)];

function precedes(a: Place, b: Place): boolean {
  const [first, second] = [order(a), order(b)];
  const at = first.findIndex((each, place) => each !== second[place]);
  return at >= 0 && first[at]! < second[at]!;
}

const keyOf = (place: Place) => order(place).join(",");

/** The paths of one seat. */
export class Journeys {
  private readonly owned: Set<number>;
  /** The usable routes of every city, each with the city at its other end. */
  private readonly edges: [route: number, there: number][][];
  /** The cities with a station of the seat, with a bit for each, and the cities without any station. */
  private readonly own = new Map<number, number>();
  private readonly free = new Set<number>();
  private readonly costs: number[][];
  private readonly trains: number[];
  /** Trains and stations left. */
  private readonly most: number;
  private readonly small: number;
  private readonly left: number;

  constructor(
    private readonly knowledge: Knowledge,
    seat: number,
    private readonly planner: Planner,
  ) {
    const { engine } = knowledge;
    const [cities, routes] = [engine.rule("cities"), engine.rule("routes")];
    const nothing = Array<number>(routes).fill(0);
    const [present, empty] = [planner.room(nothing), planner.room(nothing)];
    planner.askTold("look_around", present, routes, empty, routes);
    this.owned = new Set(planner.work.members("owned"));
    this.edges = Array.from({ length: cities }, () => []);
    for (const route of planner.work.members("usable")) {
      const [a, b] = [engine.rule("route_a", route), engine.rule("route_b", route)];
      this.edges[a]!.push([route, b]);
      this.edges[b]!.push([route, a]);
    }
    for (const [city, owner] of knowledge.row("station_owner").slice(0, cities).entries()) {
      if (owner === seat) this.own.set(city, 1 << this.own.size);
      if (owner === NONE) this.free.add(city);
    }
    this.trains = nothing.map((_, route) => (this.owned.has(route) ? 0 : engine.rule("route_trains", route)));
    // Of equal paths, the first is chosen. The last search determines whether the trains suffice for any
    // path.
    this.costs = [planner.read(present, routes), planner.read(empty, routes), this.trains];
    this.most = knowledge.number("trains", seat);
    this.small = knowledge.number("small_trains", seat);
    this.left = knowledge.number("stations_left", seat);
  }

  /** A ticket's best path, to the target with the highest value net of cost; null if there is none. */
  best(ticket: number): Way | null {
    const { engine } = this.knowledge;
    const targets = engine.rule("ticket_targets", ticket);
    const ends = Array.from({ length: targets }, (_, n) => engine.ruleMembers("ticket_target", ticket, n));
    const origin = engine.ruleMembers("ticket_origin", ticket);
    let found: [value: number, way: Way] | null = null;
    for (const costs of this.costs) {
      for (const way of this.search(origin, ends, costs)) {
        if (!this.affords(way)) continue;
        const value = engine.rule("ticket_points", ticket, way.target) * 1000 - this.cost(way);
        if (!found || value > found[0]) found = [value, way];
      }
    }
    return found && found[1];
  }

  /** Whether the seat has the trains for a path, of both kinds (MECH-7). */
  private affords({ claims, trains }: Way): boolean {
    const { ruleset } = this.knowledge.engine;
    const small = claims.reduce(
      (sum, route) => sum + (ruleset.info.routes[route]!.small ? this.trains[route]! : 0),
      0,
    );
    return small <= this.small && trains - small <= this.most - this.small;
  }

  /** The routes on paths that are only slightly longer than the shortest one without new stations, and those of the
   * best path. */
  near(ticket: number, way: Way): number[] {
    const { engine } = this.knowledge;
    const start = this.spread(engine.ruleMembers("ticket_origin", ticket));
    const end = this.spread(engine.ruleMembers("ticket_target", ticket, way.target));
    const whole = [...start].flatMap(([city, { trains }]) =>
      end.has(city) ? trains + end.get(city)!.trains : [],
    );
    const shortest = whole.length ? Math.min(...whole) : 0;
    const most = Math.min(shortest + DETOUR, this.most);
    const found = new Set(way.claims);
    for (const [here, edges] of this.edges.entries()) {
      const before = start.get(here);
      for (const [route, there] of before ? edges : []) {
        const after = end.get(there);
        if (!after || this.owned.has(route) || this.planner.number("loan", route)) continue;
        const trains = before!.trains + this.trains[route]! + after.trains;
        // A path that visits a city twice does not count.
        if (trains <= most && ![...before!.cities].some((city) => after.cities.has(city))) found.add(route);
      }
    }
    return [...found].sort((a, b) => a - b);
  }

  /** The fewest trains from some cities to all others, without stations, and the cities on the way. */
  private spread(origin: number[]): Map<number, Reach> {
    const reached = new Map(origin.map((city) => [city, { trains: 0, cities: new Set([city]) }]));
    const settled = new Map<number, Reach>();
    while (reached.size) {
      const [city, reach] = [...reached].reduce((best, each) =>
        each[1].trains < best[1].trains || (each[1].trains === best[1].trains && each[0] < best[0])
          ? each
          : best,
      );
      reached.delete(city);
      settled.set(city, reach);
      for (const [route, there] of this.edges[city]!) {
        if (settled.has(there) || (this.planner.number("loan", route) && !this.owned.has(route))) continue;
        const trains = reach.trains + this.trains[route]!;
        const known = reached.get(there);
        if (!known || trains < known.trains)
          reached.set(there, { trains, cities: new Set([...reach.cities, there]) });
      }
    }
    return settled;
  }

  /** The cost of a whole path, in thousandths of a point. */
  private cost(way: Way): number {
    const claims = this.planner.room(way.claims);
    const built = way.stations.filter((step) => !step.built).length;
    return this.planner.askTold(
      "cost_of_way",
      claims,
      way.claims.length,
      way.claims.length,
      built,
      way.trains,
    );
  }

  /** The cheapest path to each reachable target, by the sum of costs. */
  private search(origin: number[], ends: number[][], costs: number[]): Way[] {
    const reached = new Map<string, [cost: number, place: Place]>();
    const came = new Map<string, [from: Place, step: Step]>();
    const settled = new Set<string>();
    const found: Way[] = [];
    for (const city of origin) {
      const place = { city, used: 0, new: 0, here: false };
      reached.set(keyOf(place), [0, place]);
    }
    while (found.length < ends.length) {
      let next: [cost: number, place: Place] | null = null;
      for (const each of reached.values()) {
        if (!next || each[0] < next[0] || (each[0] === next[0] && precedes(each[1], next[1]))) next = each;
      }
      if (!next) break;
      const [cost, place] = next;
      reached.delete(keyOf(place));
      settled.add(keyOf(place));
      for (const [target, cities] of ends.entries()) {
        if (cities.includes(place.city) && !found.some((way) => way.target === target)) {
          found.push(this.way(target, came, place));
        }
      }
      for (const [there, step] of this.moves(place)) {
        const reach = cost + (step.station === null ? costs[step.route]! : this.loan(step, place.new));
        const key = keyOf(there);
        const known = reached.get(key);
        if (settled.has(key) || (known && known[0] <= reach)) continue;
        reached.set(key, [reach, there]);
        came.set(key, [place, step]);
      }
    }
    return found;
  }

  /** The path by which a search reached a place. */
  private way(target: number, came: Map<string, [from: Place, step: Step]>, end: Place): Way {
    const steps: Step[] = [];
    for (let last = came.get(keyOf(end)); last; last = came.get(keyOf(last[0]))) steps.unshift(last[1]);
    const claims = steps
      .filter(({ route, station }) => station === null && !this.owned.has(route))
      .map(({ route }) => route);
    const trains = claims.reduce((sum, route) => sum + this.trains[route]!, 0);
    return { target, claims, stations: steps.filter(({ station }) => station !== null), trains };
  }

  /** The cost of another player's route, given the number of stations that the path already needs. */
  private loan(step: Step, before: number): number {
    return this.planner.askTold("cost_of_loan", Number(step.built), before);
  }

  /** The places one route away, with the station for another player's route. A station serves one route. */
  private *moves(place: Place): Generator<[Place, Step]> {
    for (const [route, there] of this.edges[place.city]!) {
      if (!this.planner.number("loan", route)) {
        yield [
          { ...place, city: there, here: false },
          { route, station: null, built: false },
        ];
        continue;
      }
      for (const city of [place.city, there]) {
        const bit = this.own.get(city) ?? 0;
        if (bit && !(bit & place.used)) {
          const used = place.used | bit;
          yield [
            { city: there, used, new: place.new, here: false },
            { route, station: city, built: true },
          ];
        }
        if (this.free.has(city) && place.new < this.left && !(city === place.city && place.here)) {
          const built = { city: there, used: place.used, new: place.new + 1, here: city === there };
          yield [built, { route, station: city, built: false }];
        }
      }
    }
  }
}
