// Names that a board gives to its cards (MECH-6): in messages, events, rules and the editor.
import { afterEach, describe, expect, test } from "vitest";
import { languages, NAMES, t } from "../src/i18n";
import { cardNamesPart, type Aid } from "../src/lib/aid";
import { cardNameTable, find, type Book } from "../src/lib/book";
import { nameCards, ownName, type CardNames } from "../src/i18n/cardnames.svelte";
import { localized } from "../src/lib/localized";
import * as names from "../src/lib/names";
import type { NetworkRulesetInfo, YardRulesetInfo } from "../src/lib/types";
import { aid as networkAid } from "../src/network/aid";
import { book as networkBook } from "../src/network/book";
import { describeEvent } from "../src/network/words";
import type { Description } from "../src/local/studio/check";
import { LONGEST_NAME, nameCard } from "../src/studio/cardnames";
import { emptyBoard } from "../src/studio/model";
import { aid as yardAid } from "../src/yard/aid";
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

describe("sentences", () => {
  const every = { ...own, blue: "Ice", green: "Timber", yellow: "Grain" };
  /** All texts of the rules and the player aid; the tables of names have the usual ones, too. */
  const texts = (ruleset: NetworkRulesetInfo | YardRulesetInfo, book: Book, aid: Aid): string[] => [
    ...book(ruleset)
      .flatMap(({ paragraphs }) => paragraphs)
      .flatMap(({ title, text, ours, examples }) => [
        title,
        ...text,
        ...ours,
        ...examples.map((one) => one.text),
      ]),
    ...aid(ruleset).flatMap(({ items }) => items.flatMap(({ title, text }) => [title, text])),
  ];

  test.each([
    ["network", europe.ruleset, networkBook, networkAid, 15],
    ["yard", cardGame.ruleset, yardBook, yardAid, 10],
  ] as const)("of the rules and the aid of %s have the board's names", async (_, given, book, aid, least) => {
    await Promise.all([languages.open("rules"), languages.open("aid")]);
    const usual = given as unknown as NetworkRulesetInfo | YardRulesetInfo;
    const before = texts(usual, book, aid);
    use(every);
    const after = texts({ ...usual, card_names: every }, book, aid).filter(
      (text) => !/names of their own|^Names of cards$/.test(text),
    );
    expect(after).toHaveLength(before.length);
    const changed = after.filter((text, i) => text !== before[i]);
    expect(changed.length).toBeGreaterThan(least);
    for (const text of after) {
      expect(text).not.toMatch(/locomotives?(?! symbol)/i);
      expect(text).not.toMatch(/\b(red|blue|green|yellow|purple)\b/i);
    }
    // Without a name for a card, the sentences about it are those of other boards.
    use({ black: "Oil" });
    expect(texts(usual, book, aid)).toEqual(before);
  });

  test("of examples list cards with a color that the board names", async () => {
    await languages.open("rules");
    const ruleset = europe.ruleset as unknown as NetworkRulesetInfo;
    const told = (id: string): string => find(networkBook(ruleset), id)!.examples[0]!.text;
    const usual = told("claim-wild");
    expect(usual).toMatch(/^A blue route with four spaces\. You can pay with four blue cards/);
    use({ blue: "Ice" });
    expect(told("claim-wild")).toBe(
      "A route with 4 spaces, Ice. Some of the ways to pay for it: " +
        "4 × Ice; 3 × Ice and 1 locomotive; 4 locomotives.",
    );
    use({ wild: "Express" });
    expect(told("claim-wild")).toBe(
      "A blue route with four spaces. You can pay with four blue cards, with three blue ones and one “Express” card, " +
        "and so on down to four “Express” cards.",
    );
  });

  test.each([
    ["pl", "Odkryta karta „Express” liczy się za dwie karty"],
    ["cs", "Odhalená karta „Express“ platí za dvě karty"],
    ["hu", "A felcsapott „Express” lap két lapnak számít"],
    ["de", "Eine offene Karte „Express“ zählt als zwei Karten"],
    ["fr", "Une carte « Express » visible compte comme deux cartes"],
    ["es", "Una carta «Express» boca arriba cuenta como dos cartas"],
    ["ro", "O carte „Express” cu fața în sus contează cât două cărți"],
  ] as const)("are grammatical in %s", async (language, expected) => {
    await languages.open("rules");
    await languages.load(language);
    use({ wild: "Express" });
    expect(t("rules.draw-wild").replaceAll("\u00a0", " ")).toContain(expected);
  });

  test("have the name as it is, however odd", async () => {
    await languages.open("aid");
    use({ wild: HOSTILE });
    expect(t("aid.wilds")).toBe(`“${HOSTILE}” cards count as any color.`);
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
