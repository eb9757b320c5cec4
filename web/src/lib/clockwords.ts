// Clocks in words. Requires the part `clocks` of the catalogues.
import { t } from "../i18n";
import { longTime } from "./clock.svelte";
import type { ClockSettings } from "./types";

export function clockText({ kind, seconds, increment = 0, bank = 0 }: ClockSettings): string {
  const time = longTime(seconds);
  if (kind === "turn") {
    return bank ? t("clock.turn_bank", { time, bank: longTime(bank) }) : t("clock.turn", { time });
  }
  return increment
    ? t("clock.live", { time, increment: longTime(increment) })
    : t("clock.live_plain", { time });
}
