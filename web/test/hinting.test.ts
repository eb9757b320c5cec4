// Requests for a hint: nothing more is sent once it is no longer wanted.
import { expect, test, vi } from "vitest";

const api = vi.hoisted(() => ({ observation: vi.fn(), hint: vi.fn(async () => ({})) }));
vi.mock("../src/lib/api", () => ({ api }));
vi.stubGlobal("Worker", class {}); // a device that could make hints
const { hintFor } = await import("../src/table/hint");

test("a site that makes hints itself is asked for one", async () => {
  const { signal } = new AbortController();
  api.observation.mockResolvedValue({ hints: false });
  await hintFor("a", null, signal);
  expect(api.observation).toHaveBeenCalledWith("a", null, signal);
  expect(api.hint).toHaveBeenCalledExactlyOnceWith("a", null, signal);
  await hintFor("a", null, signal);
  expect(api.observation).toHaveBeenCalledOnce(); // the page knows by now
});

test("a hint that is no longer wanted sends no further request", async () => {
  const control = new AbortController();
  api.hint.mockClear();
  api.observation.mockImplementation(async () => {
    control.abort();
    return { hints: false };
  });
  await expect(hintFor("b", null, control.signal)).rejects.toThrow();
  expect(api.hint).not.toHaveBeenCalled();
});
