// The texts about bots that took over seats, and players who returned.
import { t } from "../i18n";
import type { SeatChange } from "../lib/types";

export const changeText = ({ bot }: SeatChange): string =>
  t(bot === null ? "replay.player_back" : "replay.bot_plays_on");
