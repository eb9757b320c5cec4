// The worker that keeps the tables of this device, so that bots never block the page.
/// <reference lib="webworker" />
import { refusalOf, type Viewer, type LocalTable } from "./table";
import { Tables } from "./tables";
import type { Asked, Told } from "./wire";

declare const self: DedicatedWorkerGlobalScope;

let tables: Tables | null = null;
const lines = new Map<number, Promise<[LocalTable, Viewer]>>();

const tell = (told: Told): void => self.postMessage(told);
const tablesOf = (base: string): Tables =>
  (tables ??= new Tables(base, (lasts) => tell({ what: "keeping", lasts })));

async function answer({ id, base, ...request }: Extract<Asked, { what: "request" }>): Promise<void> {
  const response = await tablesOf(base)
    .request(request)
    .catch((error: unknown) => refusalOf(error).response);
  tell({ what: "answer", id, status: response.status, body: response.body && (await response.text()) });
}

async function open(asked: Extract<Asked, { what: "open" }>): Promise<[LocalTable, Viewer]> {
  const { line, seat, seen } = asked;
  const table = await tablesOf(asked.base).use(asked.table);
  const viewer: Viewer = { seat, seen, tell: (message) => tell({ what: "message", line, message }) };
  if (lines.has(line)) await table.look(viewer);
  return [table, viewer];
}

self.onmessage = ({ data }: MessageEvent<Asked>) => {
  if (data.what === "request") return void answer(data);
  const { line } = data;
  if (data.what === "open") {
    const opened = open(data);
    lines.set(line, opened);
    opened.catch((error: unknown) => tell({ what: "gone", line, code: refusalOf(error).code }));
    return;
  }
  const opened = lines.get(line);
  if (data.what === "close") lines.delete(line);
  opened
    ?.then(([table, viewer]) => {
      if (data.what === "close") table.leave(viewer);
      else if (data.what === "seen") table.see(viewer, data.seen);
      else table.hear(viewer, data.message);
    })
    .catch(() => undefined);
};
