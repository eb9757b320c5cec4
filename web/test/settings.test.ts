// The numbers that the board editor offers agree with the format of boards.
import { expect, test } from "vitest";
import type { Description } from "../src/local/studio/check";
import { emptyBoard } from "../src/studio/model";
import { settingIn, settingsOf, withSetting } from "../src/studio/settings";
import recorded from "./checks.json";

const { board: shape } = recorded.description as unknown as Description;
interface Field {
  kind: string;
  default?: unknown;
  ge?: number;
  le?: number;
  fields?: Record<string, Field>;
}
const fieldAt = (path: string): Field =>
  path.split(".").reduce((at, key) => at.fields![key]!, shape as unknown as Field);
const board = emptyBoard("Small", true);

test.each(settingsOf(board))("$path", (setting) => {
  const { path, usual, least, most } = setting;
  const { kind, default: byFormat, ge = -Infinity, le = Infinity } = fieldAt(path);
  expect(kind).toBe("int");
  if (byFormat !== undefined) expect(usual).toBe(byFormat);
  expect(least).toBeGreaterThanOrEqual(ge);
  expect(Math.max(most, usual)).toBeLessThanOrEqual(le);
  const changed = withSetting(board, path, most);
  expect(settingIn(changed, setting)).toBe(most);
  const [section] = path.split(".");
  expect({ ...changed, [section!]: board[section as keyof typeof board] }).toEqual(board);
});
