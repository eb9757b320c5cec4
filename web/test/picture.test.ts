import { expect, test } from "vitest";
import type { RouteInfo } from "../src/lib/types";
import { wayBetween } from "../src/network/mechanisms/tickets/picture";

const route = (a: string, b: string, length: number): RouteInfo =>
  ({ id: `${a}-${b}`, a, b, length, color: "gray", kind: "normal", wilds: 0, twins: [] }) as RouteInfo;
const routes = [route("a", "b", 2), route("b", "c", 2), route("a", "c", 5), route("c", "d", 1)];

test("the path on a ticket has the fewest spaces", () => {
  expect(wayBetween(["a"], ["d"], routes)?.map(({ id }) => id)).toEqual(["a-b", "b-c", "c-d"]);
});

test("it ends at the nearest of several cities, or does not exist", () => {
  expect(wayBetween(["a"], ["d", "b"], routes)?.map(({ id }) => id)).toEqual(["a-b"]);
  expect(wayBetween(["a"], ["z"], routes)).toBeNull();
});
