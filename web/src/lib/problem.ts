// Error messages for the user.
import { t } from "../i18n";
import { ApiError } from "./request";
import { errorText } from "./errors";

export function problemOf(error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  return error.code === "passkey_failed" ? t("people.passkey_failed") : errorText(error);
}
