import { known, t } from "../i18n";
import type { WireError } from "./types";

/** What to tell a person about a refusal: by its code where the catalogue has it, else the server's own words. */
export function errorText(error: WireError): string {
  const id = `error.${error.code}`;
  return known(id) ? t(id) : error.message || t("error.unknown");
}
