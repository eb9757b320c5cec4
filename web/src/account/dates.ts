import { languages } from "../i18n";

/** A day as people of the page's language write it. */
export const day = (time: string): string =>
  new Intl.DateTimeFormat(languages.current, { dateStyle: "medium" }).format(new Date(time));
