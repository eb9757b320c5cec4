// Mountain routes.

import type { Telling } from "../parts";

export const mountains: Telling<"network"> = {
  result: (knowledge, player) => ({ mountain_routes: knowledge.number("mountain_routes", player) }),
};
