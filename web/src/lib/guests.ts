// Guests who have not chosen a name: the server calls them "Guest 1234", and the page in its own language.
import { t } from "../i18n";

/** What somebody is called in the reader's language. A chosen name stays as it is. */
export function personName(name: string): string {
  const number = /^Guest (\d{4})$/.exec(name)?.[1];
  return number ? t("seat.guest", { number }) : name;
}
