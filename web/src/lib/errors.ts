import { known, t } from "../i18n";
import { STATIC } from "./site";
import type { ErrorInfo } from "./types";

/** The text of an error: the catalogue's text for its code or, if there is none, the server's. */
export function errorText(error: ErrorInfo): string {
  if (STATIC && error.code === "network") return t("offline.title"); // the usual text names a server
  const id = `error.${error.code}`;
  return known(id) ? t(id, { users: (error.users ?? []).join(", ") }) : error.message || t("error.unknown");
}
