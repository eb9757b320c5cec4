import theirs from "@fontsource-variable/jost/LICENSE?raw";
import { expect, test } from "vitest";
import ours from "../../LICENSES/OFL-1.1-Jost.txt?raw";

test("the license of the typeface in LICENSES/ is the one that comes with it", () => {
  expect(ours).toBe(theirs);
  expect(ours).toContain("SIL OPEN FONT LICENSE");
});
