// How moderators' pages describe reports.
import { dateTime, t, type MessageId } from "../i18n";
import { personName } from "../lib/guests";
import type { Report } from "../lib/types";

/** What was reported, why, when and by whom. */
export const described = (one: Report): string =>
  [
    t(`report.about_${one.about}`),
    one.about !== "stalling" && one.about !== "leaving" ? t(`report.${one.reason}` as MessageId) : "",
    dateTime(one.at),
    t("host.report", {
      reporter: one.reporter_name === null ? one.reporter : personName(one.reporter_name),
    }),
  ]
    .filter(Boolean)
    .join(" · ");
