// Requests by name: path and query parameters, omitted values, and errors.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError, sendRequest, call } from "../src/lib/request";

const sent = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal("fetch", sent);
  vi.stubGlobal("document", { cookie: "a=1; csrftoken=x%2Fy" });
});
afterEach(() => {
  vi.unstubAllGlobals();
  sent.mockReset();
});

const answered = (body: string | null, status = 200) =>
  sent.mockImplementation(async () => new Response(body, { status }));
const last = () => sent.mock.calls.at(-1)! as [string, RequestInit];

test("the path is filled in, and missing parameters are omitted", async () => {
  answered("{}");
  await call("GET /api/tables/{table}/plan", { path: { table: "a/b c" }, query: { seat: null } });
  expect(last()[0]).toBe("/api/tables/a%2Fb%20c/plan");
  await call("GET /api/rankings", { query: { ruleset: "usa", season: "", page: 0 } });
  expect(last()[0]).toBe("/api/rankings?ruleset=usa&page=0");
  expect(last()[1]).toMatchObject({ method: "GET", body: undefined, headers: {} });
});

test("a body is JSON, and all methods except GET send the CSRF token", async () => {
  answered('{"name":"Ada"}');
  expect(await call("PATCH /api/me", { body: { name: "Ada" } })).toEqual({ name: "Ada" });
  expect(last()).toEqual([
    "/api/me",
    expect.objectContaining({
      method: "PATCH",
      body: '{"name":"Ada"}',
      headers: { "x-csrftoken": "x/y", "content-type": "application/json" },
    }),
  ]);
});

test("an answer without a body is null, and an unread answer is typed", async () => {
  answered(null, 204);
  expect(await call("DELETE /api/session")).toBeUndefined();
  answered("[]");
  expect(await (await sendRequest("GET /api/bots")).json()).toEqual([]);
});

test("a refusal becomes an error with its code; so does an answer that is not ready yet", async () => {
  answered('{"error":{"code":"full","message":"All seats are taken."}}', 409);
  await expect(call("GET /api/me")).rejects.toEqual(new ApiError("full", "All seats are taken."));
  answered('{"error":{"code":"drawing","message":""}}', 202);
  await expect(call("GET /api/me")).rejects.toMatchObject({ code: "drawing" });
  answered("<html>", 502);
  await expect(call("GET /api/me")).rejects.toMatchObject({ code: "network" });
  sent.mockRejectedValue(new TypeError());
  await expect(call("GET /api/me")).rejects.toMatchObject({ code: "network" });
});

test("a request can be canceled", async () => {
  answered("{}");
  const { signal } = new AbortController();
  await call("GET /api/tables/{table}/plan", { path: { table: "a" } }, signal);
  expect(last()[1].signal).toBe(signal);
});
