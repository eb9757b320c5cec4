// Explains the bonus to players: web/src/network/mechanisms/sixes/book.ts.
import { say, type Chapter } from "../../../lib/book";
import type { NetworkRulesetInfo } from "../../../lib/types";

export const chapter: Chapter<NetworkRulesetInfo> = {
  scoring: ({ numbers }) => (numbers.sixes ? [[say("end.sixes"), numbers.sixes]] : []),
};
