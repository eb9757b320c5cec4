// The rules in plain language: every game has them, they cite existing rules, and every link to a paragraph works.
import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { render } from "../plugins/specification";
import { languages } from "../src/i18n";
import { index, plain, search } from "../src/learn/search";
import type { Book, Example, Paragraph, Section } from "../src/lib/book";
import type { NetworkRulesetInfo, RulesetInfo, YardRulesetInfo } from "../src/lib/types";
import { kinds } from "../src/machines";
import * as card_game from "./frames/card_game";
import * as europe from "./frames/europe";
import * as europe_depots from "./frames/europe_depots";
import * as germany from "./frames/germany";
import * as istanbul from "./frames/istanbul";
import * as switzerland from "./frames/switzerland";
import * as usa from "./frames/usa";

const specification = readFileSync("../docs/rules.md", "utf8");
const rulesets: Record<string, RulesetInfo> = {
  usa: usa.ruleset,
  europe: europe.ruleset,
  europe_depots: europe_depots.ruleset,
  germany: germany.ruleset,
  istanbul: istanbul.ruleset,
  switzerland: switzerland.ruleset,
  card_game: card_game.ruleset,
};
const pages: Record<string, Section[]> = {};

beforeAll(async () => {
  await languages.open("rules");
  for (const [id, ruleset] of Object.entries(rulesets)) {
    const book: Book = await kinds[ruleset.machine].book();
    pages[id] = book(ruleset);
  }
});

const paragraphs = (id: string) => pages[id]!.flatMap((section) => section.paragraphs);
const find = (id: string, paragraph: string) => paragraphs(id).filter((one) => one.id === paragraph);
const textOf = (id: string, paragraph: string): string =>
  find(id, paragraph)
    .flatMap((one) => one.text)
    .join(" ");
const oursOf = (id: string, paragraph: string): string =>
  find(id, paragraph)
    .flatMap((one) => one.ours)
    .join(" ");
const examplesOf = (id: string, paragraph: string) => find(id, paragraph).flatMap((one) => one.examples);
const cardsOf = (example: Example): string[] =>
  example.pictures.flatMap((one) => (one.show === "cards" ? [one.cards.join(" ")] : []));
const routesOf = (example: Example): string[] =>
  example.pictures.flatMap((one) => (one.show === "board" ? one.routes : []));

test("only boards of printed games are compared with them", () => {
  const boxes = (id: string) => [find(id, "box").length, oursOf(id, "players").length > 0];
  for (const id of ["usa", "europe", "germany"]) expect(boxes(id)).toEqual([1, true]);
  expect(boxes("istanbul")).toEqual([0, false]);
});

describe.each(Object.keys(rulesets))("%s", (id) => {
  test("ids are unique and differ from those of sections", () => {
    const ids = [...paragraphs(id).map((one) => one.id), ...pages[id]!.map((one) => `part-${one.id}`)];
    expect(new Set(ids).size).toBe(ids.length);
    for (const one of ids) expect(one).toMatch(/^[a-z][a-z-]*$/);
  });

  test("every paragraph has a text and cites existing rules", () => {
    for (const one of paragraphs(id)) {
      expect(one.title).toBeTruthy();
      const words = [...one.text, ...one.ours, ...one.examples.map((example) => example.text)];
      expect(words.join("")).not.toMatch(/undefined|NaN|[{}]|rules\./);
      for (const example of one.examples) expect(example.pictures.length).toBeGreaterThan(0);
      expect(one.rules.length).toBeGreaterThan(0);
      for (const rule of one.rules) expect(specification).toContain(`<a id="${rule}"></a>`);
      for (const row of one.table?.rows ?? []) expect(row.length).toBe(one.table!.head.length);
    }
  });

  test("pictures show routes and tickets of the board", () => {
    const { routes, tickets } = rulesets[id]!;
    const shown = paragraphs(id).flatMap((one) => [one, ...one.examples]);
    for (const picture of shown.flatMap((one) => one.pictures)) {
      if (picture.show === "board")
        expect(routes.map((route) => route.id)).toEqual(expect.arrayContaining(picture.routes));
      if (picture.show === "tickets") {
        const ids = tickets.map((ticket) => ticket.id);
        expect(ids).toEqual(expect.arrayContaining(picture.tickets.map((ticket) => ticket.id)));
      }
    }
  });
});

describe("variants", () => {
  const variant = async (change: Partial<NetworkRulesetInfo["numbers"]>) => {
    const board = usa.ruleset as NetworkRulesetInfo;
    const book = await kinds.network.book();
    return book({ ...board, numbers: { ...board.numbers, ...change } }).flatMap((one) => one.paragraphs);
  };
  const rows = (found: Paragraph[]) => found.flatMap((one) => one.table?.rows ?? []).map(([what]) => what);

  test("the bonus for the most tickets is explained where it counts", async () => {
    const found = await variant({ most_tickets: 15 });
    const bonus = found.find((one) => one.id === "most-tickets")!;
    expect(bonus.text.join(" ")).toMatch(/completed the most tickets gets 15 points.*Globetrotter/);
    expect(bonus.rules).toContain("USA-38");
    expect(rows(found)).toEqual(expect.arrayContaining(["The most completed tickets", "Longest path"]));
    expect(paragraphs("usa").some((one) => one.id === "most-tickets")).toBe(false);
  });

  test("a longest path that scores nothing is not mentioned", async () => {
    const found = await variant({ longest: 0 });
    expect(found.some((one) => one.id === "longest")).toBe(false);
    expect(rows(found)).not.toContain("Longest path");
  });

  test("two long tickets", async () => {
    const text = (await variant({ start_long: 2, start_tickets: 5 })).find(
      (one) => one.id === "start-tickets",
    )!.text;
    expect(text.join(" ")).toMatch(/dealt 7 tickets.*2 of them are long tickets/);
  });
});

describe("differences between the boards", () => {
  test("numbers come from the ruleset", () => {
    expect(textOf("usa", "pieces")).toMatch(
      /45 trains.*110 train cards: 12 in each.*14 locomotives.*30 tickets/,
    );
    expect(textOf("europe", "pieces")).toMatch(/46 tickets.*3 stations.*6 of the tickets are long/);
    expect(textOf("switzerland", "pieces")).toMatch(/40 trains/);
    expect(textOf("card_game", "pieces")).toMatch(/96 train cards: 10 in each.*16 locomotives.*46 tickets/);
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
    expect(textOf("usa", "start-tickets")).toMatch(
      /3 tickets and keeps at least 2.*bottom of the ticket deck/,
    );
    expect(textOf("europe", "start-tickets")).toMatch(/4 tickets and keeps at least 2.*long.*leave the game/);
    expect(textOf("switzerland", "start-tickets")).toMatch(/5 tickets.*leave the game/);
    expect(textOf("card_game", "start-tickets")).toMatch(/6 tickets and keeps at least 1/);
  });

  test("the number of players opens double routes", () => {
    const table = (id: string) => paragraphs(id).find((one) => one.id === "players")!.table!.rows;
    expect(table("usa").map(([, open]) => open)).toEqual([
      "only one of the two",
      "only one of the two",
      "both, by different players",
      "both, by different players",
    ]);
    expect(table("switzerland").map(([count]) => count)).toEqual([2, 3]);
    // CARD-4: 75, 67 and 59 cards; CARD-3: two passes with four players.
    expect(table("card_game")).toEqual([
      [2, 75, 1],
      [3, 67, 1],
      [4, 59, 2],
    ]);
  });

  test("only boards with tunnels, ferries, stations or countries mention them", () => {
    const has = (id: string) =>
      ["tunnel", "ferry", "station", "country-ticket"].map((one) => !!textOf(id, one));
    expect(has("usa")).toEqual([false, false, false, false]);
    expect(has("europe")).toEqual([true, true, true, false]);
    expect(has("switzerland")).toEqual([true, false, false, true]);
    expect(textOf("switzerland", "draw-wild")).toMatch(/like any other card/);
    expect(textOf("switzerland", "claim-wild")).toMatch(/only when you pay for a tunnel/);
  });
});

describe("worked examples", () => {
  test("EX-1, EX-2: payments for a blue and a gray route", () => {
    for (const [id, route] of [
      ["europe", "pamplona-paris"],
      ["usa", "chicago-omaha"],
    ] as const) {
      const [wild] = examplesOf(id, "claim-wild");
      expect(routesOf(wild!)).toEqual([route]);
      expect(cardsOf(wild!)).toEqual(["blue blue blue blue", "blue blue blue wild", "wild wild wild wild"]);
      const [gray] = examplesOf(id, "claim-gray");
      expect(cardsOf(gray!)).toEqual(["red red", "yellow wild", "wild wild"]);
    }
    // SWI-11: only tunnels take locomotives.
    expect(examplesOf("switzerland", "claim-wild")).toEqual([]);
    expect(cardsOf(examplesOf("switzerland", "claim-gray")[0]!)).toEqual(["red red", "yellow yellow"]);
  });

  test("EX-4, EX-6: parallel routes that are, and are not, a double route", () => {
    const [tunnels, partly] = examplesOf("europe", "double");
    expect(routesOf(tunnels!)).toEqual(["madrid-pamplona", "madrid-pamplona/2"]);
    expect(routesOf(partly!)).toEqual(["brest-dieppe", "brest-paris"]);
    for (const id of ["usa", "switzerland"]) {
      const [one, other] = routesOf(examplesOf(id, "double").at(-1)!).map((route) =>
        rulesets[id]!.routes.find((any) => any.id === route)!,
      );
      expect(one!.twins).toEqual([]);
      expect(new Set([one!.a, one!.b, other!.a, other!.b]).size).toBe(3);
    }
  });

  test("EX-5: the ferry", () => {
    const [ferry] = examplesOf("europe", "ferry");
    expect(routesOf(ferry!)).toEqual(["palermo-smyrna"]);
    expect(cardsOf(ferry!)).toEqual(["yellow yellow yellow yellow wild wild"]);
    expect(ferry!.text).toMatch(/2 symbols on 6 spaces.*2 locomotives and 4 cards/);
  });

  test("EX-7, EX-8, EX-9: the number of marked cards equals the surcharge", () => {
    for (const id of ["europe", "switzerland"]) {
      const marked = examplesOf(id, "tunnel-surcharge").map(({ pictures }) => {
        const turned = pictures.at(-1)!;
        return turned.show === "cards" ? turned.paid!.map((at) => turned.cards[at]) : [];
      });
      const { color } = rulesets[id]!.routes.find(
        (route) => route.id === routesOf(examplesOf(id, "tunnel-surcharge")[0]!)[0],
      )!;
      expect(marked).toEqual([[], [color, "wild"], ["wild"]]);
    }
  });

  test("EX-11: a station between two of your routes and another player's", () => {
    const [picture] = examplesOf("europe", "station-use")[0]!.pictures;
    if (picture?.show !== "board") throw new Error("no board");
    expect(Object.values(picture.owned!)).toEqual([0, 0, 1]);
    const [city] = Object.keys(picture.stations!);
    for (const id of picture.routes) expect(id.split("-")).toContain(city);
  });

  test("EX-12: a ticket to countries", () => {
    expect(examplesOf("switzerland", "country-ticket")[0]!.text).toMatch(
      /for 2 and for 13 .*brings 13.*costs 2/,
    );
  });

  test("EX-16: one path for tickets of two countries", () => {
    const path = examplesOf("switzerland", "country-ticket")[1]!;
    const [one, other] = path.pictures.flatMap((any) => (any.show === "tickets" ? any.tickets : []));
    expect(one!.to).toContain(other!.from);
    expect(other!.to).toContain(one!.from);
    const routes = routesOf(path).map((id) => rulesets.switzerland!.routes.find((any) => any.id === id)!);
    const country = new Map(
      switzerland.ruleset.cities.map((city) => [city.id, "country" in city && city.country]),
    );
    const ends = [routes[0]!, routes.at(-1)!].flatMap(({ a, b }) => [country.get(a), country.get(b)]);
    expect(ends).toEqual(expect.arrayContaining([one!.from, other!.from]));
  });

  test("EX-13, EX-14, EX-15: the card game", () => {
    const rows = (paragraph: string) =>
      examplesOf("card_game", paragraph)[0]!.pictures.map((one) =>
        one.show === "rows" ? `${one.rows[0]!.color} ${one.rows[0]!.cards}+${one.rows[0]!.wilds}` : "",
      );
    expect(rows("row")).toEqual(["green 4+0", "green 2+0"]);
    expect(rows("rob")).toEqual(["red 2+0", "red 2+1", "red 3+1"]);
    const [declared] = examplesOf("card_game", "declare");
    const [ticket] = declared!.pictures.flatMap((one) => (one.show === "tickets" ? one.tickets : []));
    const { tickets } = rulesets.card_game as YardRulesetInfo;
    const { cards } = tickets.find((one) => one.id === ticket!.id)!;
    const asked = Object.entries(cards).flatMap(([color, count]) => Array<string>(count).fill(color));
    expect(asked).toHaveLength(4);
    expect(new Set(asked).size).toBe(3);
    expect(cardsOf(declared!)).toEqual([[...asked.slice(0, 3), "wild"].join(" ")]);
  });
});

describe("printed rules and our rulings", () => {
  test("our own limits are marked", () => {
    expect(oursOf("europe", "players")).toMatch(/at random.*most experienced traveler.*countries.*youngest/); // COM-31
    expect(oursOf("usa", "draw-reset")).toMatch(/printed rules set no limit.*three replacements/); // RUL-7, RUL-8
    expect(oursOf("usa", "pass")).toMatch(/is our rule/); // RUL-13
    expect(oursOf("europe", "station-use")).toMatch(/let you choose.*program makes the best choice/); // RUL-38
    expect(oursOf("card_game", "draw")).toMatch(/two at most.*as in the board game/); // RUL-66
    expect(oursOf("card_game", "move-wild")).toMatch(/our reading/); // RUL-60
    expect(oursOf("card_game", "row")).toMatch(/locomotives alone/); // RUL-62
    expect(textOf("usa", "draw-reset")).not.toMatch(/three times/);
  });

  test("game components", () => {
    expect(textOf("usa", "box")).toMatch(/ages 8 and up, 30 to 60 minutes.*spare trains.*sums up.*symbol/); // COM-25 to COM-29
    expect(textOf("usa", "box")).not.toMatch(/1901/);
    expect(textOf("europe", "box")).toMatch(/1901/); // EUR-36
    expect(textOf("card_game", "box")).toMatch(/ages 8 and up, about 30 minutes.*symbol/);
    expect(textOf("europe", "longest")).toMatch(/European Express/); // EUR-35
    expect(textOf("usa", "longest")).not.toMatch(/Express/);
  });

  test("rules that are easily overlooked", () => {
    expect(textOf("europe", "double")).toMatch(/only part of the way.*not a double route/); // COM-7
    expect(textOf("europe", "tunnel")).toMatch(/fewer cards.*only those.*you owe nothing/); // EUR-19
    expect(textOf("switzerland", "pieces")).toMatch(/two cities: 34.*countries: 12/); // SWI-6
    expect(textOf("usa", "pieces")).not.toMatch(/countries/);
    expect(textOf("switzerland", "ticket-draw")).toMatch(/can run out/); // SWI-8
    expect(textOf("usa", "ticket-draw")).not.toMatch(/run out/);
    expect(textOf("card_game", "declare")).toMatch(/any color, whichever row it was in/); // CARD-40
    expect(textOf("usa", "draw-empty")).toMatch(/shuffle is thorough/); // COM-30
  });
});

test("every question mark on the table leads to a paragraph", () => {
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
  expect(told("usa", "europe", "europe_depots", "germany")).toEqual(expect.arrayContaining(asked.network!));
  expect(told("card_game")).toEqual(expect.arrayContaining(asked.yard!));
  // Ids that are computed at run time.
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
  expect(told("europe_depots")).toEqual(expect.arrayContaining(["warehouses", "warehouse-take"]));
  expect(told("germany")).toEqual(expect.arrayContaining(["mixtures", "passengers", "passenger-score"]));
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

  test("all words must occur, beginnings are enough, titles come first", () => {
    const [first] = search(entries(), "tunn surch");
    expect(first?.id).toBe("tunnel-surcharge");
    expect(search(entries(), "station zeppelin")).toEqual([]);
    expect(search(entries(), "  ")).toEqual([]);
    expect(search(entries(), "trio")[0] ?? search(entries(), "singles")[0]).toBeDefined();
    expect(search(entries(), "robbing")[0]?.id).toBe("rob");
  });

  test("examples and our rulings are found, too", () => {
    expect(search(entries(), "four green cards")[0]?.id).toBe("row");
    expect(search(entries(), "experienced traveler")[0]?.id).toBe("players");
  });

  test("a text shared by several games is found once", () => {
    const draw = search(entries(), "face-up card is taken, replaced before the second card");
    const games = draw[0]?.games.map(({ id }) => id).join(" ");
    expect(games).toBe("usa europe europe_depots germany istanbul switzerland");
  });
});

describe("the specification", () => {
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

  test("the text is complete, without leftover markup", () => {
    const shown = html.replace(/<pre[\s\S]*?<\/pre>|<code>.*?<\/code>/g, "");
    expect(shown).not.toMatch(/\*\*|^\||\]\(/m);
    expect(html).toContain("<strong>EUR-16 X &gt; 0, <code>PAY(cards)</code>.</strong>");
    expect(html).toContain("<table>");
  });

  test("text is never interpreted as markup", () => {
    const made = render("# T\n\nA <script>alert(1)</script> `<b>` & **x < y**");
    expect(made.html).toBe(
      "<p>A &lt;script&gt;alert(1)&lt;/script&gt; <code>&lt;b&gt;</code> &amp; <strong>x &lt; y</strong></p>",
    );
  });
});
