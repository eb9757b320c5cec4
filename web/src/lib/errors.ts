import { known, t } from "../i18n";
import type { ErrorInfo } from "./types";

/** What to tell a person about a refusal: by its code where the catalogue has it, else the server's own words. */
export function errorText(error: ErrorInfo): string {
  const id = `error.${error.code}`;
  return known(id) ? t(id) : error.message || t("error.unknown");
}
