// The transport of a static site: files answer read-only requests, and a worker of this page keeps the tables of this
// device. Requests that only a server can handle are refused.
import { savesData } from "../lib/datasaver";
import type { Transport } from "../lib/transport";
import type { RulesetSummary } from "../lib/types";
import { answer, Refusal } from "./answers";
import { askWorker, tableWorker, WorkerConnection } from "./device";
import { isPuzzle, puzzle, tryPuzzle, tryStep } from "./exercises";
import { file, fileOf, loadEarly } from "./files";
import { me, rename } from "./person";
import { DATA as base } from "../lib/site";

async function request(path: string, { method = "GET", body }: RequestInit): Promise<Response> {
  const url = new URL(path, location.origin);
  const { pathname } = url;
  if (method === "GET" && isPuzzle(pathname)) return answer(await puzzle(pathname, base));
  const found = method === "GET" ? fileOf(pathname) : null;
  if (found) return file(found, base);
  const data = body ? JSON.parse(String(body)) : undefined;
  if (pathname.startsWith("/api/studio/")) {
    return (await import("./studio")).studio(method, url, data, base);
  }
  if (pathname === "/api/me") return answer(method === "GET" ? me() : rename(data.name));
  if (method === "POST" && pathname.startsWith("/api/lessons/"))
    return answer(await tryStep(pathname, data.action, base));
  if (method === "POST" && isPuzzle(pathname)) return answer(await tryPuzzle(pathname, data.action, base));
  return askWorker(method, path, data);
}

/** While the page is loading, load what the start page will request, and the engine for the first game. */
export async function beginEarly(): Promise<void> {
  tableWorker();
  void loadEarly(fileOf("/api/bots")!, base);
  const list = (await loadEarly(fileOf("/api/rulesets")!, base)).clone();
  const [first] = (await list.json()) as RulesetSummary[];
  if (first) local.prepare?.(first.id, first.machine);
}

export const local: Transport = {
  fetch: (path, init) =>
    request(path, init).catch((error: unknown) => {
      if (error instanceof Refusal) return error.response;
      throw error;
    }),
  prepare(ruleset, kind) {
    if (savesData()) return;
    for (const path of [`/api/rulesets/${ruleset}`, `/api/rulesets/${ruleset}/board.svg`])
      void loadEarly(fileOf(path)!, base);
    void askWorker("POST", `/api/offline/${ruleset}/prepare`, { kind, expert: false });
  },
  connect: (table, events) => new WorkerConnection(table, events),
  address(path) {
    const found = fileOf(path);
    return found === null && path.startsWith("/api/") ? null : new URL(found ?? path, base).href;
  },
};
