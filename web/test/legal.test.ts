import { describe, expect, test } from "vitest";
import { countOf, keepKey, Legal, parseCards } from "../src/lib/legal";
import { claims } from "../src/network/mechanisms/claims/actions";
import { stations } from "../src/network/mechanisms/stations/actions";
import { surcharges, withdrawal } from "../src/network/mechanisms/tunnels/actions";

describe("cards", () => {
  test("a payment is parsed into numbers", () => {
    expect(parseCards("purple*3+wild")).toEqual({ purple: 3, wild: 1 });
    expect(parseCards("wild*12")).toEqual({ wild: 12 });
    expect(parseCards("")).toEqual({});
  });

  test("cards are counted", () => {
    expect(countOf({ red: 2, wild: 1 })).toBe(3);
    expect(countOf({})).toBe(0);
  });
});

describe("legal actions", () => {
  const legal = new Legal([
    "draw",
    "take:red",
    "take:wild",
    "tickets",
    "claim:denver-omaha:wild*4",
    "claim:denver-omaha:purple*3+wild",
    "claim:denver-omaha:purple*4",
    "claim:dallas-houston/2:red",
    "station:wien:green*2",
    "surcharge:red+wild",
    "surcharge:red*2",
    "withdraw",
    "pass",
  ]);

  test("plain verbs keep their text", () => {
    expect([legal.draw, legal.tickets, withdrawal(legal), legal.pass]).toEqual([
      "draw",
      "tickets",
      "withdraw",
      "pass",
    ]);
  });

  test("cards of the market are found by color", () => {
    expect(legal.takes.get("red")).toBe("take:red");
    expect(legal.takes.has("blue")).toBe(false);
  });

  test("payments of a route are grouped, fewest wilds first", () => {
    expect(
      claims(legal)
        .get("denver-omaha")
        ?.map((payment) => payment.action),
    ).toEqual([
      "claim:denver-omaha:purple*4",
      "claim:denver-omaha:purple*3+wild",
      "claim:denver-omaha:wild*4",
    ]);
    expect(claims(legal).get("denver-omaha")?.[1]?.cards).toEqual({ purple: 3, wild: 1 });
  });

  test("the second route of a double route has an id of its own", () => {
    expect([...claims(legal).keys()]).toEqual(["denver-omaha", "dallas-houston/2"]);
  });

  test("stations and surcharges", () => {
    expect(stations(legal).get("wien")).toEqual([{ action: "station:wien:green*2", cards: { green: 2 } }]);
    expect(surcharges(legal).map((payment) => payment.action)).toEqual([
      "surcharge:red*2",
      "surcharge:red+wild",
    ]);
  });

  test("kept tickets are found in any order", () => {
    const { keeps } = new Legal(["keep:b-c,a-d", "keep:a-d", "keep:"]);
    expect(keeps.get(keepKey(["a-d", "b-c"]))).toBe("keep:b-c,a-d");
    expect(keeps.get(keepKey(new Set(["a-d"])))).toBe("keep:a-d");
    expect(keeps.get(keepKey([]))).toBe("keep:");
    expect(keeps.get(keepKey(["b-c"]))).toBeUndefined();
  });
});
