// Guests without a chosen name are named in the language of the page.
import { afterAll, expect, test } from "vitest";
import { languages } from "../src/i18n";
import { playerName, seatName } from "../src/lib/bots";
import { personName } from "../src/lib/guests";

afterAll(() => languages.load("en"));

test.each([
  ["en", "Guest 7921"],
  ["cs", "Host 7921"],
  ["pl", "Gość 7921"],
  ["de", "Gast 7921"],
  ["hu", "Vendég 7921"],
] as const)("a guest in %s", async (language, name) => {
  await languages.load(language);
  expect(personName("Guest 7921")).toBe(name);
  const seats = [{ seat: 0, kind: "person", name: "Guest 7921", bot: null }];
  expect(seatName(seats[0]!)).toBe(name);
  expect(playerName(seats as never, 0)).toBe(name);
});

test("a chosen name stays as it is", async () => {
  await languages.load("de");
  for (const name of ["Ada", "Guest", "Guest 12", "Guest 7921 A", "guest 7921"]) {
    expect(personName(name)).toBe(name);
  }
});
