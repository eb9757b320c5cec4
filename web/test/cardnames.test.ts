// Names that a board gives to its cards (MECH-6): in messages, events, rules and the editor.
import { afterEach, describe, expect, test } from "vitest";
import { languages, NAMES } from "../src/i18n";
import { cardNamesPart } from "../src/lib/aid";
import { cardNameTable, find } from "../src/lib/book";
import { nameCards, ownName, type CardNames } from "../src/lib/cardnames.svelte";
import { localized } from "../src/lib/localized";
import * as names from "../src/lib/names";
import type { NetworkRulesetInfo, YardRulesetInfo } from "../src/lib/types";
import { book as networkBook } from "../src/network/book";
import { describeEvent } from "../src/network/words";
import type { Description } from "../src/local/studio/check";
import { LONGEST_NAME, nameCard } from "../src/studio/cardnames";
import { emptyBoard } from "../src/studio/model";
import { book as yardBook } from "../src/yard/book";
import recorded from "./checks.json";
import * as cardGame from "./frames/card_game";
import * as europe from "./frames/europe";

const HOSTILE = "<script>{name}</script>";
const own: CardNames = { purple: "Coal", wild: "Express", red: HOSTILE };
let ends: (() => void)[] = [];
const use = (of: CardNames | undefined): void => void ends.push(nameCards(() => of));

afterEach(async () => {
  for (const end of ends) end();
  ends = [];
  await languages.load("en");
});

describe("messages", () => {
  test("have the names of the board", () => {
    use(own);
    expect(names.colorName("purple")).toBe("Coal");
    expect(names.colorName("gray")).toBe("gray");
    expect(names.usualName("purple")).toBe("purple");
    expect(names.cardsLabel({ purple: 3, blue: 1, wild: 2 })).toBe("3 × Coal, 1 blue card, and 2 × Express");
    expect(names.singleCards(["purple", "blue"]).toString()).toBe("Coal and a blue card");
    expect(names.cardsLabel({ red: 2 })).toBe(`2 × ${HOSTILE}`);
    expect(names.wildsName()).toBe("Express");
  });

  test("have the usual names without a board, and after its page was left", () => {
    const usual = names.cardsLabel({ purple: 3, wild: 2 });
    const end = nameCards(() => own);
    expect(names.cardsLabel({ purple: 3, wild: 2 })).not.toBe(usual);
    end();
    expect(names.cardsLabel({ purple: 3, wild: 2 })).toBe(usual);
    use(undefined);
    expect(names.cardsLabel({ purple: 3, wild: 2 })).toBe(usual);
  });

  test("have the names of the page that opened last, in whatever order pages close", () => {
    const first = nameCards(() => ({ purple: "First" }));
    const second = nameCards(() => ({ purple: "Second" }));
    expect(ownName("purple")).toBe("Second");
    first();
    expect(ownName("purple")).toBe("Second");
    second();
    expect(ownName("purple")).toBeUndefined();
  });

  test.each(Object.keys(NAMES))("are complete in %s, in all cases", async (language) => {
    await languages.load(language as typeof languages.current);
    use(own);
    for (const form of [undefined, "accusative", "dative", "instrumental"]) {
      expect(names.cardsOf("purple", 3).inCase(form).replaceAll("\u00a0", " ")).toBe("3 × Coal");
      expect(names.oneCard("purple").inCase(form)).toContain("Coal");
    }
  });
});

describe("a table", () => {
  const ruleset = { ...europe.ruleset, card_names: own } as unknown as NetworkRulesetInfo;
  const context = {
    names: new names.Names(ruleset),
    nameOf: (seat: number) => `Player ${seat}`,
    mine: () => false,
  };
  const market = ["purple", "red", "blue", null, "wild"] as const;

  test("tells its log with the names", () => {
    use(own);
    expect(describeEvent({ event: "took", seat: 1, card: "purple", slot: 0 }, context)).toBe(
      "Player 1 takes Coal.",
    );
    expect(describeEvent({ event: "market_reset", times: 1, market: [...market] }, context)).toBe(
      `Too many “Express” cards: new cards are turned up, Coal, ${HOSTILE}, a blue card, and Express.`,
    );
  });

  test("says the price of a ferry in its locomotives", () => {
    const ferry = ruleset.routes.find(({ kind, wilds }) => kind === "ferry" && wilds === 2)!;
    expect(context.names.routeCost(ferry.id)).toContain("ferry with 2 locomotives");
    use(own);
    expect(context.names.routeCost(ferry.id)).toContain("ferry with 2 × Express");
  });
});

describe("rules and player aid", () => {
  test.each([
    ["network", europe.ruleset, networkBook],
    ["yard", cardGame.ruleset, yardBook],
  ] as const)("of %s list the names, if there are any", async (_, given, book) => {
    await Promise.all([languages.open("rules"), languages.open("aid")]);
    const usual = given as unknown as NetworkRulesetInfo | YardRulesetInfo;
    expect(find(book(usual), "card-names")).toBeUndefined();
    expect(cardNamesPart(usual)).toEqual([]);
    const ruleset = { ...usual, card_names: own };
    use(own);
    const rows = [
      ["purple", "Coal"],
      ["red", HOSTILE],
      ["locomotive", "Express"],
    ];
    const paragraph = find(book(ruleset), "card-names")!;
    expect(paragraph.rules).toEqual(["MECH-6"]);
    expect(paragraph.table!.rows).toEqual(rows);
    expect(cardNameTable(ruleset)!.rows).toEqual(rows);
    expect(cardNamesPart(ruleset)[0]!.table!.rows).toEqual(rows);
  });
});

test("names are in the language of the page", async () => {
  const ruleset = localized({
    id: "mine",
    name: "Mine",
    card_names: { purple: "Coal", wild: "Express" } as CardNames,
    translations: { de: { name: null, cities: {}, countries: {}, card_names: { purple: "Kohle" } } },
  });
  use(ruleset.card_names);
  expect(names.cardsLabel({ purple: 1, wild: 1 })).toBe("1 × Coal and 1 × Express");
  await languages.load("de");
  expect(names.cardsLabel({ purple: 1, wild: 1 })).toBe("1 × Kohle und 1 × Express");
});

describe("the editor", () => {
  const board = emptyBoard("Small", true);

  test("names a card, and restores the usual name", () => {
    const named = nameCard("wild", " Express ")(nameCard("purple", "Coal")(board));
    expect(named.card_names).toEqual({ purple: "Coal", wild: "Express" });
    expect(nameCard("purple", "Coal")(named)).toBe(named);
    const restored = nameCard("wild", " ")(nameCard("purple", "")(named));
    expect(restored).toEqual(board);
    expect("card_names" in restored).toBe(false);
  });

  test("removes a name in all languages", () => {
    const named = nameCard(
      "purple",
      "Coal",
    )({
      ...board,
      translations: { de: { name: "Klein", card_names: { purple: "Kohle" } }, fr: { name: "Petit" } },
    });
    expect(nameCard("purple", "")(named).translations).toEqual({
      de: { name: "Klein", card_names: {} },
      fr: { name: "Petit" },
    });
  });

  test("lets names be as long as the format", () => {
    const { fields } = (recorded.description as unknown as Description).board as unknown as {
      fields: Record<string, { of: { max_length: number } }>;
    };
    expect(fields["card_names"]!.of.max_length).toBe(LONGEST_NAME);
  });
});
