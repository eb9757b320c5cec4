// The host's announcement, until the user dismisses it.
import { period, t } from "../i18n";
import { notifications } from "./notifications.svelte";
import type { AnnouncementInfo } from "./types";

const KEY = "whistlestop.announcement";

const text = (info: AnnouncementInfo): string => JSON.stringify(info);

/** The planned downtime in the reader's language and time zone, if any. */
export const downtime = ({ starts, ends }: AnnouncementInfo): string =>
  starts && ends ? t("sitestatus.downtime", { when: period(starts, ends) }) : "";

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // storage is disabled
  }
}

class Announcement {
  private dismissed = $state(stored());

  get shown(): AnnouncementInfo | null {
    const current = notifications.recent.announcement;
    return current && text(current) !== this.dismissed ? current : null;
  }

  /** Hide this announcement; a different one is shown again. */
  dismiss(): void {
    if (!this.shown) return;
    this.dismissed = text(this.shown);
    try {
      localStorage.setItem(KEY, this.dismissed);
    } catch {
      // Without storage, it returns on the next page.
    }
  }
}

export const announcement = new Announcement();
