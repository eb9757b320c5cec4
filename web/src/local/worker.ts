// The worker that keeps the tables of this device, so that bots never block the page.
/// <reference lib="webworker" />
import { refusalOf } from "./refusals";
import type { LocalTable, Viewer } from "./table";
import { Tables } from "./tables";
import type { PageMessage, WorkerMessage } from "./messages";

declare const self: DedicatedWorkerGlobalScope;

let tables: Tables | null = null;
const connections = new Map<number, Promise<[LocalTable, Viewer]>>();

const post = (message: WorkerMessage): void => self.postMessage(message);
const tablesOf = (base: string): Tables =>
  (tables ??= new Tables(base, (lasts) => post({ type: "persistence", lasts })));

async function answer({ id, base, ...request }: Extract<PageMessage, { type: "request" }>): Promise<void> {
  const response = await tablesOf(base)
    .request(request)
    .catch((error: unknown) => refusalOf(error).response);
  post({ type: "answer", id, status: response.status, body: response.body && (await response.text()) });
}

async function open(request: Extract<PageMessage, { type: "open" }>): Promise<[LocalTable, Viewer]> {
  const { connection, seat, visible } = request;
  const table = await tablesOf(request.base).use(request.table);
  const viewer: Viewer = {
    seat,
    visible,
    send: (message) => post({ type: "message", connection, message }),
  };
  if (connections.has(connection)) await table.addViewer(viewer);
  return [table, viewer];
}

self.onmessage = ({ data }: MessageEvent<PageMessage>) => {
  if (data.type === "request") return void answer(data);
  const { connection } = data;
  if (data.type === "open") {
    const opened = open(data);
    connections.set(connection, opened);
    opened.catch((error: unknown) => post({ type: "closed", connection, code: refusalOf(error).code }));
    return;
  }
  const opened = connections.get(connection);
  if (data.type === "close") connections.delete(connection);
  opened
    ?.then(([table, viewer]) => {
      if (data.type === "close") table.removeViewer(viewer);
      else if (data.type === "visibility") table.setVisible(viewer, data.visible);
      else table.receive(viewer, data.message);
    })
    .catch(() => undefined);
};
