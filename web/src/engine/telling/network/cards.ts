// Train cards: the supply.

import type { NetworkEvent } from "../../../lib/types";
import { refilled } from "../market";
import type { Telling } from "../parts";

export const cards: Telling<"network"> = {
  followed(before, after) {
    const [times, reshuffles] = [after.number("did_resets"), after.number("did_reshuffles")];
    const told: NetworkEvent[] = reshuffles ? [{ event: "reshuffled", deck: after.number("deck_size") }] : [];
    if (times) return [...told, { event: "market_reset", times, market: after.market }];
    return [...told, ...refilled(before, after)];
  },
};
