import { expect, test } from "vitest";
import { sitePath, withNext } from "../src/lib/sitepaths";

test.each(["/c/abc", "/", "/clubs/x?tab=1#room", "/p/Žofie"])("%s is a path of this site", (path) => {
  expect(sitePath(path)).toBe(path);
  expect(new URL(sitePath(path)!, "https://site.example").host).toBe("site.example");
  const query = new URL(withNext("/account", path), "https://site.example").searchParams;
  expect(query.get("next")).toBe(path);
});

test.each([
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/a\\b",
  "https://evil.example",
  "c/abc",
  "",
  null,
])("%j is not", (path) => {
  expect(sitePath(path)).toBeNull();
});
