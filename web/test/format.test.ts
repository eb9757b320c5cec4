import { describe, expect, test } from "vitest";
import { en } from "../src/i18n/en";
import { Formatter } from "../src/i18n/format";

describe("messages", () => {
  const english = new Formatter("en");

  test("values are put in", () => {
    expect(english.format("{a} – {b}", { a: "Denver", b: "Omaha" })).toBe("Denver – Omaha");
  });

  test("plurals with an exact case", () => {
    const message = "{count, plural, =0 {none} one {# card} other {# cards}}";
    expect([0, 1, 2, 1200].map((count) => english.format(message, { count }))).toEqual([
      "none",
      "1 card",
      "2 cards",
      "1,200 cards",
    ]);
  });

  test("select, nested in a plural and round one", () => {
    const message =
      "{you, select, true {You win {n, plural, one {# point} other {# points}}} other {{name} wins}}";
    expect(english.format(message, { you: true, n: 1, name: "Ada" })).toBe("You win 1 point");
    expect(english.format(message, { you: false, n: 1, name: "Ada" })).toBe("Ada wins");
  });

  test("a value is never read as a message", () => {
    expect(english.format("{name}", { name: "{name} # {x, plural, other {y}}" })).toBe(
      "{name} # {x, plural, other {y}}",
    );
  });

  test("plural classes of the coming languages", () => {
    const message = "{n, plural, one {one} few {few} many {many} other {other}}";
    const classes = (language: string, numbers: number[]) =>
      numbers.map((n) => new Formatter(language).format(message, { n }));
    expect(classes("cs", [1, 2, 5, 1.5])).toEqual(["one", "few", "other", "many"]);
    expect(classes("pl", [1, 2, 5, 22, 25])).toEqual(["one", "few", "many", "few", "many"]);
    expect(classes("ro", [1, 2, 19, 20, 101])).toEqual(["one", "few", "few", "other", "few"]);
    expect(classes("hu", [1, 2])).toEqual(["one", "other"]);
  });

  test("a broken message is refused, not half shown", () => {
    expect(() => english.format("{n, plural, one {x}}", { n: 1 })).toThrow();
    expect(() => english.format("{n, plural", { n: 1 })).toThrow();
  });
});

describe("the English catalogue", () => {
  const english = new Formatter("en");

  test.each(Object.entries(en))("%s can be read", (_, message) => {
    expect(english.format(message, { count: 2 })).not.toMatch(/[{}]|undefined/);
  });
});
