// A problem of a board, and the limits of boards that several checks need.
import type { Path } from "./shape";

export interface Problem {
  text: string;
  at: Path;
  /** Other places involved in the comparison: if one of them cannot be read, the problem is not reported. */
  beside: Path[];
}

export const MOST = {
  cities: 64,
  routes: 128,
  tickets: 128,
  targets: 6,
  length: 9,
  actions: 8192,
  districts: 16,
  pieces: 127,
};
export const ALL: Path = [];

export const problem = (text: string, at: Path, ...beside: Path[]): Problem => ({ text, at, beside });
export const endsOf = (id: string): [string, string] => id.split("/")[0]!.split("-", 2) as [string, string];
