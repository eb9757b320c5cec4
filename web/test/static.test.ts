// Errors of a static site, which has no server.
import { afterEach, beforeEach, expect, test, vi } from "vitest";

vi.mock("../src/lib/site", () => ({ STATIC: true, DATA: "" }));

const { errorText } = await import("../src/lib/errors");
const { call, ApiError } = await import("../src/lib/request");
const { setTransport } = await import("../src/lib/transport");

beforeEach(() => {
  vi.stubGlobal("document", { cookie: "" });
  setTransport({
    fetch: async () => new Response(String(new Worker("worker.js"))),
    connect: () => Promise.reject() as never,
    address: (path) => path,
  });
});
afterEach(() => vi.unstubAllGlobals());

const refused = async (): Promise<string> =>
  errorText((await call("GET /api/bots").catch((error: unknown) => error)) as InstanceType<typeof ApiError>);

test("a browser without workers cannot run the game", async () => {
  vi.stubGlobal("Worker", undefined);
  expect(await refused()).toBe("This browser cannot run the game.");
});

test("a file that cannot be loaded is not the fault of a server", async () => {
  vi.stubGlobal(
    "Worker",
    class {
      constructor() {
        throw new TypeError("Failed to fetch");
      }
    },
  );
  expect(await refused()).toBe("No connection");
});
