// Guests without a chosen name: the server calls them "Guest 1234"; the page translates that.
import { t } from "../i18n";

const GUEST = /^Guest (\d{4})$/;

export const isNamed = (name: string): boolean => !GUEST.test(name);

/** The name of a player in the reader's language. A chosen name stays as it is. */
export function personName(name: string): string {
  const number = GUEST.exec(name)?.[1];
  return number ? t("seat.guest", { number }) : name;
}
