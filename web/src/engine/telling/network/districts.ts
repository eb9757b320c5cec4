// Districts: those that a player has connected.

import type { NetworkRulesetInfo } from "../../../lib/types";
import type { Telling } from "../parts";

export const districts: Telling<"network"> = {
  result(knowledge, player) {
    const { numbers } = knowledge.engine.ruleset.info as NetworkRulesetInfo;
    const complete = knowledge.members("complete_districts", player);
    return { complete_districts: complete.map((district) => numbers.districts![district]!.id) };
  },
};
