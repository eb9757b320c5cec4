// The cities on the path of a ticket: one line for each connected part, starting at one of `from` if possible.
import type { RouteInfo } from "../../../lib/types";

export function citiesOn(routes: readonly Pick<RouteInfo, "a" | "b">[], from: readonly string[]): string[][] {
  const open = [...routes];
  const lines: string[][] = [];
  while (open.length) {
    const { a, b } = open.shift()!;
    const line = [a, b];
    for (let found = true; found;) {
      found = false;
      for (const [at, { a, b }] of open.entries()) {
        const [first, last] = [line[0]!, line.at(-1)!];
        if (a === last || b === last) line.push(a === last ? b : a);
        else if (a === first || b === first) line.unshift(a === first ? b : a);
        else continue;
        open.splice(at, 1);
        found = true;
        break;
      }
    }
    lines.push(from.includes(line.at(-1)!) ? line.reverse() : line);
  }
  return lines;
}
