import { list, number, t } from "../../../i18n";
import type { LogEntry } from "../../../lib/types";
import { PART } from "../../../table/end/ceremony";
import type { Extra } from "../../../table/end/turns";
import type { YardEnding } from "../../end/ending";
import { rowText } from "./place";

export const ending: YardEnding = {
  extras({ placed, robbed }, context) {
    const found = placed.map((row): Extra => ({
      color: row.color,
      mark: number(row.cards + row.wilds),
      text: t("end.turn_placed", { cards: rowText(row) }),
    }));
    if (robbed) {
      const values = { name: context.nameOf(robbed.victim), cards: rowText(robbed) };
      found.push({ icon: "flag", text: t("end.turn_robbed", values) });
    }
    return found;
  },
  beats: ({ log }, { seat }) => [{ seat, weight: PART, label: rowsText(log, seat), gains: new Map() }],
};

/** The numbers of rows that a seat placed, robbed and lost. */
export function rowsOf(log: LogEntry[], seat: number): { placed: number; robbed: number; lost: number } {
  const events = log.flatMap((entry) => entry.events);
  const count = (wanted: (event: (typeof events)[number]) => number) =>
    events.reduce((sum, event) => sum + wanted(event), 0);
  return {
    placed: count((event) => (event.event === "placed" && event.seat === seat ? event.rows.length : 0)),
    robbed: count((event) => (event.event === "robbed" && event.seat === seat ? 1 : 0)),
    lost: count((event) => (event.event === "robbed" && event.victim === seat ? 1 : 0)),
  };
}

export function rowsText(log: LogEntry[], seat: number): string {
  const { placed, robbed, lost } = rowsOf(log, seat);
  return list([
    t("yard.end_rows", { count: placed }),
    t("yard.end_robbed", { count: robbed }),
    t("yard.end_victim", { count: lost }),
  ]);
}
