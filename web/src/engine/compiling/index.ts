// Compiles a board given as plain data in the browser, to the file that `whistlestop site` writes for
// built-in boards (tools/wasm/rulesets.py). tests/tools/test_compiling.py compares the two.
import type { KindLayout } from "../module";
import type { RulesetFile } from "../ruleset";
import type { Board as BoardData } from "../../lib/wholeboard";
import { complete, hashOf, withoutInert, written, type BoardsFile, type Plain, type Table } from "./format";
import { writings } from "./network";
import { Catalogue, Rules, type Board, type Route, type Writing } from "./writing";

export type { BoardsFile } from "./format";

const ordered = <Row extends { id: string }>(rows: Row[]): Row[] =>
  rows.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
const placesOf = (rows: { id: string }[]): Map<string, number> => new Map(rows.map(({ id }, n) => [id, n]));
const pairOf = (id: string): string => id.split("/")[0]!;

/**
 * Compile a board without faults; `file` is `boards.json` of the engine. Data with faults produces any result or
 * throws, so check it first.
 */
export function compileBoard(layout: KindLayout, file: BoardsFile, given: Plain): RulesetFile {
  const plain = complete(given, file.shape);
  const data = plain as unknown as BoardData;
  const every = writings(layout.mechanisms);
  const board = boardOf(data, layout, file, every);
  const rules = new Rules(layout.rules);
  for (const [place, name] of data.scoring.tie_breaks.entries())
    rules.set("tie_breaks", file.tieBreaks[name]!, place);
  for (const [, each] of every) each.fill?.(rules, board);
  const catalogue = new Catalogue(rules, layout);
  for (const [, each] of every) each.actions?.(catalogue, board);
  rules.set("actions", catalogue.size);
  const keep = rules.get("id_keep");
  const document = withoutInert(plain, file.shape, file.inFull) as Table;
  const inert = withoutInert(plain, file.shape, []) as Table;
  const unused = Object.entries(file.optional)
    .filter(([, settings]) => settings.every((setting) => !has(inert, setting)))
    .map(([name]) => name)
    .sort();
  return {
    id: data.id,
    name: data.name || data.id,
    kind: file.kind,
    version: data.version,
    hash: hashOf(document),
    players: [data.players.min, data.players.max],
    rules: base64(rules.bytes),
    actions: catalogue.texts,
    keep: [keep, catalogue.texts.filter((text) => text === "keep:").length],
    declare: null,
    info: infoOf(board, file.kind, every, unused),
    unused,
    board: written(document, file.shape, false),
    sortedBoard: written(document, file.shape, true),
    tickets: board.tickets.map(({ id }) => id),
    ...file.played,
    network: null,
  };
}

function has(plain: Table, setting: string): boolean {
  const [section, key] = setting.split(".") as [string, string];
  const found = plain[section] as Table | undefined;
  return found !== undefined && key in found;
}

function boardOf(data: BoardData, layout: KindLayout, file: BoardsFile, every: [string, Writing][]): Board {
  const routes = ordered(data.routes).map((row): Route => {
    const [a, b] = pairOf(row.id).split("-") as [string, string];
    const more = every.flatMap(([, each]) => (each.more ? [each.more(data, row.id)] : []));
    const sum = (which: 0 | 1): number => more.reduce((total, one) => total + one[which], 0);
    return {
      id: row.id,
      a,
      b,
      length: row.length,
      points: file.routePoints[row.length]! + sum(1),
      color: row.color,
      kind: row.kind,
      wilds: row.wilds,
      twins: data.routes
        .filter(({ id }) => id !== row.id && pairOf(id) === pairOf(row.id))
        .map(({ id }) => id)
        .sort(),
      trains: row.length + sum(0),
      players: data.in_play.routes[row.id] ?? [],
      small: data.small_trains.routes.includes(row.id),
    };
  });
  const cities = ordered(data.cities);
  return {
    data,
    file,
    layout,
    cities,
    routes,
    tickets: ordered(data.tickets),
    city: placesOf(cities),
    route: placesOf(routes),
  };
}

function infoOf(
  board: Board,
  machine: string,
  every: [string, Writing][],
  unused: string[],
): RulesetFile["info"] {
  const { data, cities, tickets } = board;
  const numbers = every.flatMap(([name, each]) => (unused.includes(name) ? [] : [each.numbers?.(data)]));
  const info = {
    machine,
    id: data.id,
    name: data.name || data.id,
    ...(Object.keys(data.card_names).length && { card_names: data.card_names }),
    ...(Object.keys(data.translations).length && { translations: data.translations }),
    version: data.version,
    min_players: data.players.min,
    max_players: data.players.max,
    countries: data.countries,
    ...Object.assign({}, ...every.map(([, each]) => each.info?.(board))),
    printed: data.printed,
    cities: cities.map(({ id, name, country }) => ({ id, name: name || id, country })),
    tickets: tickets.map(({ id, origin, targets, points, long }) => ({
      id,
      from: origin,
      to: targets,
      points,
      long,
    })),
    numbers: { ...Object.assign({}, ...numbers), tie_breaks: data.scoring.tie_breaks },
  };
  return info as unknown as RulesetFile["info"];
}

function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 4096)
    text += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return btoa(text);
}
