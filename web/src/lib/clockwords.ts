// Clocks in words. Requires the catalogue `clocks`.
import { t } from "../i18n";
import { longTime } from "./clock.svelte";
import type { ClockSettings } from "./types";

export function clockText({ kind, seconds, increment = 0, bank = 0, waits }: ClockSettings): string {
  const time = longTime(seconds);
  if (kind === "turn") {
    if (bank) return t(waits ? "clock.turn_bank_waits" : "clock.turn_bank", { time, bank: longTime(bank) });
    return t(waits ? "clock.turn_waits" : "clock.turn", { time });
  }
  return increment
    ? t("clock.live", { time, increment: longTime(increment) })
    : t("clock.live_plain", { time });
}
