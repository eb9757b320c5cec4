// The decisions of a game added up: turning points and luck.

import type { Decision, Moment, Share, TurningPoint } from "../../lib/types";
import { CLOSE, DIGITS, HALF, PHASES, TURNING_POINTS } from "../layouts/reviewing";
import { rounded } from "../rounding";

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Chances rounded so that they still add up to 1. */
function roundedTogether(chances: number[]): number[] {
  const found = chances.map((chance) => rounded(chance, DIGITS));
  const place = found.indexOf(Math.max(...found));
  found[place] = rounded(found[place]! + 1 - found.reduce((sum, each) => sum + each, 0), DIGITS);
  return found;
}

/**
 * The chances of all seats before each decision and at the end: the mean of the seats' latest views. `views`: the
 * chances of all seats after each decision, as its seat sees them. `effects`: those of each decision on them.
 */
export function moments(
  decisions: Decision[],
  effects: number[][],
  views: number[][],
  ends: number[],
  version: number,
): Moment[] {
  const before = views.map((view, at) => view.map((after, seat) => after - effects[at]![seat]!));
  const latest = new Map<number, number[]>();
  // Before a seat's first decision, use its view at that decision.
  for (const [at, { seat }] of decisions.entries()) if (!latest.has(seat)) latest.set(seat, before[at]!);
  const found = decisions.map(({ version, seat }, at): Moment => {
    latest.set(seat, before[at]!);
    const known = [...latest.values()];
    const chances = ends.map((_, each) => mean(known.map((view) => view[each]!)));
    latest.set(seat, views[at]!);
    return { version, chances: roundedTogether(chances) };
  });
  return [...found, { version, chances: roundedTogether(ends) }];
}

/** The accuracy of a seat's decisions in each phase of a game between two versions; null without decisions. */
export function accuracy(
  decisions: Decision[],
  seat: number,
  first: number,
  version: number,
): (number | null)[] {
  const found: number[][] = Array.from({ length: PHASES }, () => []);
  for (const one of decisions.filter((each) => each.seat === seat)) {
    const phase = Math.floor((PHASES * (one.version - first)) / Math.max(1, version - first));
    found[Math.min(PHASES - 1, phase)]!.push(one.points ?? 0);
  }
  return found.map((each) =>
    each.length ? rounded(100 * 0.5 ** (Math.max(0, mean(each)) / HALF), 1) : null,
  );
}

/**
 * The parts of each seat's result. `effects`: those of each decision on each seat, compared with the expert's.
 * `starts`: the chances of all seats at the first decision. `ends`: their shares of the win.
 */
export function shares(
  decisions: Decision[],
  effects: number[][],
  starts: number[],
  ends: number[],
): Omit<Share, "accuracy" | "turns">[] {
  return ends.map((end, seat) => {
    const start = starts[seat]!;
    let [bySelf, byOthers] = [0, 0];
    for (const [at, one] of decisions.entries()) {
      if (one.seat === seat) bySelf += effects[at]![seat]!;
      else byOthers += effects[at]![seat]!;
    }
    const [choices, others] = [rounded(bySelf, DIGITS), rounded(byOthers, DIGITS)];
    const luck = rounded(end - start - choices - others, DIGITS);
    return { seat, start, choices, others, luck, end: rounded(end, DIGITS) };
  });
}

/** The largest changes of a chance in the order of the game, and only the largest of simultaneous ones. */
export function turningPoints(decisions: Decision[]): TurningPoint[] {
  const size = ({ before, after }: TurningPoint) => Math.abs(after - before);
  const seats = [...new Set(decisions.map(({ seat }) => seat))];
  const every = seats.flatMap((seat) => changes(decisions, seat));
  every.sort((a, b) => size(b) - size(a) || a.since - b.since || a.seat - b.seat);
  const found: TurningPoint[] = [];
  for (const change of every) {
    if (found.length === TURNING_POINTS) break;
    const apart = found.every((other) => change.until <= other.since || other.until <= change.since);
    if (apart && size(change) >= CLOSE) found.push(change);
  }
  return found.sort((a, b) => a.since - b.since);
}

/**
 * The changes of a seat's chance, as the seat itself sees them: by its decisions, and by events between them. Events
 * after its last decision are left out: at the end, everybody's tickets are revealed.
 */
function changes(decisions: Decision[], seat: number): TurningPoint[] {
  const own = decisions.filter((one) => one.seat === seat);
  return own.flatMap(({ version, before, after }, place): TurningPoint[] => {
    const next = own[place + 1];
    const since = version + 1;
    const choice: TurningPoint = { seat, cause: "choice", since: version, until: since, before, after };
    if (!next) return [choice];
    return [choice, { seat, cause: "events", since, until: next.version, before: after, after: next.before }];
  });
}
