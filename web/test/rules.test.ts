// The rules in plain words: every game has them, they cite rules that there are, and everything that asks for one finds it.
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { render } from "../plugins/specification";
import { languages } from "../src/i18n";
import { index, plain, search } from "../src/learn/search";
import type { Book, Section } from "../src/lib/book";
import type { RulesetInfo } from "../src/lib/types";
import { books } from "../src/machines";
import * as card_game from "./frames/card_game";
import * as europe from "./frames/europe";
import * as switzerland from "./frames/switzerland";
import * as usa from "./frames/usa";

const specification = readFileSync("../docs/rules.md", "utf8");
const rulesets: Record<string, RulesetInfo> = {
  usa: usa.ruleset,
  europe: europe.ruleset,
  switzerland: switzerland.ruleset,
  card_game: card_game.ruleset,
};
const pages: Record<string, Section[]> = {};

beforeAll(async () => {
  await languages.open("rules");
  for (const [id, ruleset] of Object.entries(rulesets)) {
    const book: Book = await books[ruleset.machine]();
    pages[id] = book(ruleset);
  }
});

const paragraphs = (id: string) => pages[id]!.flatMap((section) => section.paragraphs);
const textOf = (id: string, paragraph: string): string =>
  paragraphs(id)
    .filter((one) => one.id === paragraph)
    .flatMap((one) => one.text)
    .join(" ");

describe.each(Object.keys(rulesets))("%s", (id) => {
  test("ids are there once, and never those of sections", () => {
    const ids = [...paragraphs(id).map((one) => one.id), ...pages[id]!.map((one) => `part-${one.id}`)];
    expect(new Set(ids).size).toBe(ids.length);
    for (const one of ids) expect(one).toMatch(/^[a-z][a-z-]*$/);
  });

  test("every paragraph says something and cites rules that there are", () => {
    for (const one of paragraphs(id)) {
      expect(one.title).toBeTruthy();
      expect(one.text.join("")).not.toMatch(/undefined|NaN|[{}]/);
      expect(one.rules.length).toBeGreaterThan(0);
      for (const rule of one.rules) expect(specification).toContain(`<a id="${rule}"></a>`);
      for (const row of one.table?.rows ?? []) expect(row.length).toBe(one.table!.head.length);
    }
  });

  test("pictures show routes and tickets of the board", () => {
    const { routes, tickets } = rulesets[id]!;
    for (const picture of paragraphs(id).flatMap((one) => one.pictures)) {
      if (picture.show === "board")
        expect(routes.map((route) => route.id)).toEqual(expect.arrayContaining(picture.routes));
      if (picture.show === "tickets") {
        const ids = tickets.map((ticket) => ticket.id);
        expect(ids).toEqual(expect.arrayContaining(picture.tickets.map((ticket) => ticket.id)));
      }
    }
  });
});

describe("what differs between the boards", () => {
  test("numbers are those of the ruleset", () => {
    expect(textOf("usa", "pieces")).toMatch(
      /45 trains.*110 train cards: 12 of each.*14 locomotives.*30 tickets/,
    );
    expect(textOf("europe", "pieces")).toMatch(/46 tickets.*3 stations.*6 of the tickets are long/);
    expect(textOf("switzerland", "pieces")).toMatch(/40 trains/);
    expect(textOf("card_game", "pieces")).toMatch(/96 train cards: 10 of each.*16 locomotives.*46 tickets/);
    const points = paragraphs("europe").find((one) => one.id === "points")!.table!;
    expect(points.rows).toEqual([
      [1, 1],
      [2, 2],
      [3, 4],
      [4, 7],
      [6, 15],
      [8, 21],
    ]);
  });

  test("first tickets", () => {
    expect(textOf("usa", "start-tickets")).toMatch(/3 tickets and keeps at least 2.*under the ticket deck/);
    expect(textOf("europe", "start-tickets")).toMatch(/4 tickets and keeps at least 2.*long.*leave the game/);
    expect(textOf("switzerland", "start-tickets")).toMatch(/5 tickets.*leave the game/);
    expect(textOf("card_game", "start-tickets")).toMatch(/6 tickets and keeps at least 1/);
  });

  test("double routes open as the number of players has it", () => {
    const table = (id: string) => paragraphs(id).find((one) => one.id === "players")!.table!.rows;
    expect(table("usa").map(([, open]) => open)).toEqual([
      "only one of the two",
      "only one of the two",
      "both, by different players",
      "both, by different players",
    ]);
    expect(table("switzerland").map(([count]) => count)).toEqual([2, 3]);
    // CARD-4: 75, 67 and 59 cards; CARD-3: twice with four.
    expect(table("card_game")).toEqual([
      [2, 75, 1],
      [3, 67, 1],
      [4, 59, 2],
    ]);
  });

  test("only boards that have them tell of tunnels, ferries, stations and countries", () => {
    const has = (id: string) =>
      ["tunnel", "ferry", "station", "country-ticket"].map((one) => !!textOf(id, one));
    expect(has("usa")).toEqual([false, false, false, false]);
    expect(has("europe")).toEqual([true, true, true, false]);
    expect(has("switzerland")).toEqual([true, false, false, true]);
    expect(textOf("switzerland", "draw-wild")).toMatch(/like any other card/);
    expect(textOf("switzerland", "claim-wild")).toMatch(/only when you pay for a tunnel/);
  });
});

test("whatever on the table has a question mark, the rules tell of it", () => {
  const asked: Record<string, string[]> = { network: [], yard: [] };
  for (const file of readdirSync("src", { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".svelte")) continue;
    const kinds = file.startsWith("network")
      ? ["network"]
      : file.startsWith("yard")
        ? ["yard"]
        : ["network", "yard"];
    for (const [link] of readFileSync(`src/${file}`, "utf8").matchAll(/<RuleLink[\s\S]*?\/>/g))
      if (!link.includes("?")) {
        const rule = /rule="([a-z-]+)"/.exec(link)?.[1];
        if (rule) for (const kind of kinds) asked[kind]!.push(rule);
      }
  }
  expect(asked.network!.length).toBeGreaterThan(6);
  const told = (...ids: string[]) => ids.flatMap((id) => paragraphs(id).map((one) => one.id));
  expect(told("usa", "europe")).toEqual(expect.arrayContaining(asked.network!));
  expect(told("card_game")).toEqual(expect.arrayContaining(asked.yard!));
  // Those that are chosen by what is at hand.
  const chosen = [
    "station-cost",
    "ferry",
    "tunnel",
    "double",
    "claim-gray",
    "claim",
    "tickets",
    "ticket-draw",
  ];
  expect(told("europe")).toEqual(expect.arrayContaining([...chosen, "start-tickets"]));
  expect(told("card_game")).toEqual(
    expect.arrayContaining(["rob", "row", "declare", "ticket-draw", "start-tickets"]),
  );
});

describe("search", () => {
  const entries = () =>
    index(Object.entries(pages).map(([id, sections]) => ({ id, name: rulesets[id]!.name, sections })));

  test("accents and capitals do not matter", () => {
    expect(plain("Zürich, ŁÓDŹ, Český")).toBe("zurich, lodz, cesky");
    const found = (question: string) => search(entries(), question).map((one) => one.title);
    expect(found("LOCOMOTÍVE")).toEqual(found("locomotive"));
    expect(found("locomotive").length).toBeGreaterThan(3);
  });

  test("all words have to be there, beginnings are enough, titles come first", () => {
    const [first] = search(entries(), "tunn surch");
    expect(first?.id).toBe("tunnel-surcharge");
    expect(search(entries(), "station zeppelin")).toEqual([]);
    expect(search(entries(), "  ")).toEqual([]);
    expect(search(entries(), "trio")[0] ?? search(entries(), "singles")[0]).toBeDefined();
    expect(search(entries(), "robbing")[0]?.id).toBe("rob");
  });

  test("what several games say alike is found once", () => {
    const draw = search(entries(), "face-up card that is taken is replaced before the second card");
    expect(draw[0]?.games.map((game) => game.id)).toEqual(["usa", "europe", "switzerland"]);
  });
});

describe("the exact rules", () => {
  const { html, contents } = render(specification);

  test("every rule can be linked, and links lead to rules", () => {
    const anchors = [...specification.matchAll(/<a id="([A-Z]+-\d+)">/g)].map((found) => found[1]!);
    const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map((found) => found[1]!));
    expect(anchors.filter((id) => !ids.has(id))).toEqual([]);
    const links = [...html.matchAll(/href="#([^"]+)"/g)].map((found) => found[1]!);
    expect(links.filter((id) => !ids.has(id))).toEqual([]);
    expect(contents.map((one) => one.id).filter((id) => !ids.has(id))).toEqual([]);
    expect(contents.length).toBeGreaterThan(7);
  });

  test("what stands there is shown, and no mark-up is left", () => {
    const shown = html.replace(/<pre[\s\S]*?<\/pre>|<code>.*?<\/code>/g, "");
    expect(shown).not.toMatch(/\*\*|^\||\]\(/m);
    expect(html).toContain("<strong>EUR-16 X &gt; 0, <code>PAY(cards)</code>.</strong>");
    expect(html).toContain("<table>");
  });

  test("text is never mark-up", () => {
    const made = render("# T\n\nA <script>alert(1)</script> `<b>` & **x < y**");
    expect(made.html).toBe(
      "<p>A &lt;script&gt;alert(1)&lt;/script&gt; <code>&lt;b&gt;</code> &amp; <strong>x &lt; y</strong></p>",
    );
  });
});

test("catalogues that few pages need are light, and no key is in two", () => {
  const folder = "src/i18n";
  for (const language of readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory())) {
    const read = (part: string) => readFileSync(`${folder}/${language.name}/${part}`);
    expect(gzipSync(read("rules.json")).length).toBeLessThan(9_000);
    const keys = readdirSync(`${folder}/${language.name}`).flatMap((part) =>
      Object.keys(JSON.parse(read(part).toString()) as object),
    );
    expect(new Set(keys).size).toBe(keys.length);
  }
});
