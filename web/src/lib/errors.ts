import { known, t } from "../i18n";
import type { ErrorInfo } from "./types";

/** The text of an error: the catalogue's text for its code or, if there is none, the server's. */
export function errorText(error: ErrorInfo): string {
  const id = `error.${error.code}`;
  return known(id) ? t(id) : error.message || t("error.unknown");
}
