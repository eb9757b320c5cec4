import type { CheckedRecord } from "./record";
import { settings } from "./settings.svelte";
import { nonceFor } from "./nonces";
import type {
  BotSummary,
  CreateTable,
  DeclarationAnswer,
  ErrorInfo,
  Hint,
  Join,
  MadeToken,
  MakeToken,
  Me,
  Plan,
  Played,
  RulesetInfo,
  RulesetSummary,
  StartTable,
  TableSetup,
  Summary,
  TableInfo,
  TokenInfo,
  ViewAnswer,
  Waiting,
} from "./types";

/** An answer of the server that is not a success; `code` is one of the protocol's, or "network". */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** What was asked for is being made; the answer is in the form of an error that says so. */
const NOT_YET = 202;

function csrfToken(): string {
  return /(?:^|;\s*)csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? "";
}

export async function send(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Response> {
  const headers: Record<string, string> = {};
  if (method !== "GET") headers["x-csrftoken"] = decodeURIComponent(csrfToken());
  if (body !== undefined) headers["content-type"] = "application/json";
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
  } catch {
    throw new ApiError("network", "");
  }
  if (response.ok && response.status !== NOT_YET) return response;
  const error = await response
    .json()
    .then((answer: { error?: ErrorInfo }) => answer.error)
    .catch(() => undefined);
  throw new ApiError(error?.code ?? "network", error?.message ?? "");
}

export async function json<T>(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  return (await send(method, path, body, signal)).json() as Promise<T>;
}

/** Which of several own seats is meant, where there are several. */
const from = (seat: number | null, before = "?"): string => (seat === null ? "" : `${before}seat=${seat}`);

/** Which games of the history are wanted; what is empty does not matter. */
export interface Wanted {
  ruleset: string;
  who: string;
  result: string;
}

const table = (id: string) => `/api/tables/${encodeURIComponent(id)}`;

/** A package of others that is in the build, and its licence (`build.license` in vite.config.ts). */
export interface Notice {
  name: string;
  version: string;
  identifier?: string;
  text?: string;
}

export const api = {
  notices: () => json<Notice[]>("GET", "/licenses.json"),
  me: () => json<Me>("GET", "/api/me"),
  acknowledge: (warning: number) => json<Me>("POST", `/api/me/warnings/${warning}`),
  rename: (name: string) => json<Me>("PATCH", "/api/me", { name }),
  rulesets: () => json<RulesetSummary[]>("GET", "/api/rulesets"),
  /** A board as it is played now, and its drawing. */
  published: (id: string) => json<RulesetInfo>("GET", `/api/rulesets/${encodeURIComponent(id)}`),
  publishedSvg: async (id: string) =>
    (await send("GET", `/api/rulesets/${encodeURIComponent(id)}/board.svg`)).text(),
  /** The data of the board that a table plays on. */
  ruleset: (id: string) => json<RulesetInfo>("GET", `${table(id)}/ruleset`),
  /** The same with the address of the drawing: beside the data, which all tables on a board find at one place. */
  board: async (id: string) => {
    const answer = await send("GET", `${table(id)}/ruleset`);
    const drawing = `${answer.redirected ? answer.url : table(id)}/board.svg`;
    return { ruleset: (await answer.json()) as RulesetInfo, drawing };
  },
  svg: async (address: string) => (await send("GET", address)).text(),
  bots: () => json<BotSummary[]>("GET", "/api/bots"),
  tables: () => json<TableInfo[]>("GET", "/api/tables"),
  /** My tables that are not over, those where it is my turn first. */
  waiting: () => json<Waiting[]>("GET", "/api/waiting"),
  /** My games that are over, the newest first, those before the place that the page before named. */
  played: (wanted: Partial<Wanted> = {}, before = "") => {
    const asked = Object.entries({ ...wanted, before }).filter(([, value]) => value);
    return json<Played>("GET", `/api/games?${new URLSearchParams(asked).toString()}`);
  },
  table: (id: string) => json<TableInfo>("GET", table(id)),
  /** Where the game shall start, it does so in a second step: the promise of the shuffle comes before the own nonce. */
  create: async (wish: CreateTable) => {
    const made = await json<TableInfo>("POST", "/api/tables", { ...wish, start: false });
    return wish.start ? api.start(made) : made;
  },
  join: (at: TableInfo, seat: number | null) =>
    json<TableInfo>("POST", `${table(at.id)}/join`, {
      seat,
      nonce: nonceFor(at),
      color: settings.color,
    } satisfies Join),
  addNonce: (at: TableInfo) => json<TableInfo>("POST", `${table(at.id)}/nonce`, { nonce: nonceFor(at) }),
  leave: (id: string) => json<TableInfo>("POST", `${table(id)}/leave`),
  setSeat: (id: string, seat: number, bot: string | null) =>
    json<TableInfo>("POST", `${table(id)}/seats`, bot ? { seat, kind: "bot", bot } : { seat, kind: "open" }),
  start: (at: TableInfo) =>
    json<TableInfo>("POST", `${table(at.id)}/start`, {
      nonce: at.you === null ? null : nonceFor(at),
    } satisfies StartTable),
  resign: (id: string, seat: number | null) => json<TableInfo>("POST", `${table(id)}/resign`, { seat }),
  comeBack: (id: string, seat: number | null) => json<TableInfo>("POST", `${table(id)}/return`, { seat }),
  standIn: (id: string, seat: number) => json<TableInfo>("POST", `${table(id)}/stand-in`, { seat }),
  agree: (id: string, agrees: boolean) => json<TableInfo>("POST", `${table(id)}/agree`, { agrees }),
  haveHints: (id: string, agrees: boolean) => json<TableInfo>("POST", `${table(id)}/hints`, { agrees }),
  makeHost: (id: string, seat: number) => json<TableInfo>("POST", `${table(id)}/host`, { seat }),
  /** Closes a table before its game. */
  cancel: (id: string) => json<TableInfo>("POST", `${table(id)}/cancel`),
  /** Changes what is played before the game. */
  setUp: (id: string, wish: TableSetup) => json<TableInfo>("POST", `${table(id)}/setup`, wish),
  color: (id: string, seat: number, color: number) =>
    json<TableInfo>("POST", `${table(id)}/color`, { seat, color }),
  remove: (id: string, seat: number) => json<TableInfo>("POST", `${table(id)}/remove`, { seat }),
  readmit: (id: string, user: string) => json<TableInfo>("POST", `${table(id)}/readmit`, { user }),
  rematch: (id: string) => json<TableInfo>("POST", `${table(id)}/rematch`),
  /** What the own tickets would take, and why routes cannot be claimed now. */
  plan: (id: string, seat: number | null, signal: AbortSignal) =>
    json<Plan>("GET", `${table(id)}/plan${from(seat)}`, undefined, signal),
  /** What an expert would do now in the own place, and why. */
  hint: (id: string, seat: number | null) => json<Hint>("GET", `${table(id)}/hint${from(seat)}`),
  /** How a game that is over went. */
  summary: (id: string) => json<Summary>("GET", `${table(id)}/summary`),
  /** The whole record of a game that is over, and what this browser may see of it. */
  record: (id: string) => json<CheckedRecord>("GET", `${table(id)}/record`),
  view: (id: string) => json<ViewAnswer>("GET", `${table(id)}/view`),
  tokens: () => json<TokenInfo[]>("GET", "/api/tokens"),
  becomeProgram: () => json<Me>("POST", "/api/me/program", { confirmed: true }),
  becomePerson: () => json<Me>("DELETE", "/api/me/program"),
  makeToken: (wish: MakeToken) => json<MadeToken>("POST", "/api/tokens", wish),
  revokeToken: (id: string) => json<TokenInfo[]>("DELETE", `/api/tokens/${encodeURIComponent(id)}`),
  declaration: (id: string, tickets: string[], seat: number | null) =>
    json<DeclarationAnswer>(
      "GET",
      `${table(id)}/declaration?tickets=${tickets.map(encodeURIComponent).join(",")}${from(seat, "&")}`,
    ),
};
