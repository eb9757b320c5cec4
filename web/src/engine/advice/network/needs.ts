// The cards that claims take, as shown to players.

import type { Color, Lacking } from "../../../lib/types";
import type { Engine } from "../../game";
import type { Planner } from "../planner";

/**
 * The cards missing from the hand to claim routes and to build stations one after the other.
 *
 * Gray routes are paid with the cards left over from colored routes. Wilds that no ferry needs replace the color with
 * the most missing cards, where allowed. The surcharge of a tunnel is unknown and left out.
 */
export function cardsNeeded(engine: Engine, planner: Planner, routes: number[], stations: number): Lacking {
  const { wild } = engine;
  const { cards } = engine.module.layout;
  const hand = planner.row("hand");
  const needed = Array<number>(wild).fill(0);
  const pure = Array<number>(wild).fill(0);
  const next = stations ? planner.number("next_station") : 0;
  const gray: [length: number, wilds: boolean][] = Array.from({ length: stations }, (_, n) => [
    next + n,
    true,
  ]);
  let wilds = hand[wild]!;
  for (const route of routes) {
    const fixed = engine.rule("claim_wild_min", route);
    const rest = engine.rule("route_length", route) - fixed;
    const [color, wildOk] = [planner.number("color", route), planner.number("wild_ok", route) > 0];
    wilds -= fixed;
    if (color === wild) {
      gray.push([rest, wildOk]);
    } else {
      needed[color]! += rest;
      pure[color]! += wildOk ? 0 : rest;
    }
  }
  const spare = needed.map((need, color) => Math.max(0, hand[color]! - need));
  const lack = needed.map((need, color) => Math.max(0, need - hand[color]!));
  // Cards that no wild can replace.
  const strict = pure.map((need, color) => Math.max(0, need - hand[color]!));
  const grayLack = { wild: 0, pure: 0 };
  for (const [length, wildOk] of gray.sort(([a, x], [b, y]) => b - a || Number(y) - Number(x))) {
    const color = grayColor(spare, length);
    const paid = Math.min(length, spare[color]!);
    spare[color]! -= paid;
    grayLack[wildOk ? "wild" : "pure"] += length - paid;
  }
  for (let left = wilds; left > 0; left--) {
    const over = lack.map((count, color) => count - strict[color]!);
    const worst = over.indexOf(Math.max(...over));
    if (over[worst]! > 0) lack[worst]!--;
    else if (grayLack.wild) grayLack.wild--;
  }
  return {
    colors: Object.fromEntries(
      lack.flatMap((count, color) => (count ? [[cards[color]!, count]] : [])),
    ) as Partial<Record<Color, number>>,
    gray: grayLack.wild + grayLack.pure,
    wilds: Math.max(0, -wilds),
  };
}

/** The best color for a gray route: the smallest sufficient holding, otherwise the largest. */
export function grayColor(spare: number[], length: number): number {
  const enough = spare.filter((count) => count >= length);
  return spare.indexOf(enough.length ? Math.min(...enough) : Math.max(...spare));
}
