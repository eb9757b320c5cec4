// The check of boards on static sites finds what the server finds (tools/board_checks.py).
import { expect, test } from "vitest";
import { examine, type Description } from "../src/local/studio/check";
import type { Plain, Table } from "../src/engine/compiling/format";
import type { Path } from "../src/local/studio/shape";
import recorded from "./checks.json";

const { description, board, cases } = recorded as unknown as {
  description: Description;
  board: Table;
  cases: { changes: [Path, Plain][]; faults: [Path, string][]; figures: unknown }[];
};
const GONE = "(gone)";

/** The board after changes, which create missing tables on the way. */
function changed(changes: [Path, Plain][]): Table {
  const made = structuredClone(board);
  for (const [path, value] of changes) {
    const last = path.at(-1)!;
    // Lists and tables are both indexed by their keys.
    let at = made;
    for (const key of path.slice(0, -1)) at = (at[key] ??= {}) as Table;
    if (value !== GONE) at[last] = value;
    else if (Array.isArray(at)) at.splice(last as number, 1);
    else delete at[last];
  }
  return made;
}

test.each(cases.map((one, n) => [n, one] as const))("case %i", (_, { changes, faults, figures }) => {
  const report = examine(changed(changes), description);
  expect(report.faults.map(({ place, text }) => [place, text])).toEqual(faults);
  expect(report.figures).toEqual(figures);
});

test("the cases are of all kinds", () => {
  expect(cases.some(({ faults }) => !faults.length)).toBe(true);
  expect(
    new Set(cases.flatMap(({ faults }) => faults.map(([, text]) => text.replace(/\d+|'.*?'/g, "")))).size,
  ).toBeGreaterThan(150);
});

test("deep and wide data are refused with bounded work", () => {
  let deep: Plain = [];
  for (let n = 0; n < 100_000; n++) deep = [deep];
  expect(examine({ ...board, name: deep }, description).faults).toHaveLength(1);
  const wide = Array.from({ length: 100_000 }, (_, n) => n);
  expect(examine({ ...board, scoring: { two_ways: wide } }, description).faults).toHaveLength(1);
});
