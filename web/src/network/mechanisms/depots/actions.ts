import { memoized, type Legal, type Payment } from "../../../lib/legal";

/** Cities where a depot can be placed; this costs nothing. */
export const depots = memoized(
  (legal) =>
    new Map(
      legal.of("depot").map(({ action, rest }): [string, Payment[]] => [rest, [{ action, cards: {} }]]),
    ),
);

/** An action with the warehouse of a seat. */
export interface WithWarehouse {
  action: string;
  seat: number;
}

const withWarehouses = (verb: string) =>
  memoized((legal: Legal) =>
    legal.of(verb).map(({ action, rest }): WithWarehouse => ({ action, seat: Number(rest) })),
  );

/** Warehouses that can get the top card. */
export const stores = withWarehouses("store");

/** Warehouses that can be taken for a depot. */
export const collections = withWarehouses("collect");
