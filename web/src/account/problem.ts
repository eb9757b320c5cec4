// Why something did not work, in words.
import { t } from "../i18n";
import { ApiError } from "../lib/api";
import { errorText } from "../lib/errors";

export function problemOf(error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  return error.code === "passkey_failed" ? t("people.passkey_failed") : errorText(error);
}
