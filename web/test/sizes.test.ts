import { expect, test } from "vitest";
import { t } from "../src/i18n";
import { sizes } from "../src/lib/sizes";

test("a board for one number of players names it once", () => {
  expect(t("start.players", sizes({ min_players: 2, max_players: 2 }))).toBe("2 players");
  expect(t("start.players", sizes({ min_players: 2, max_players: 5 }))).toBe("2–5 players");
});
