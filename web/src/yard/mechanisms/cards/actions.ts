import { t } from "../../../i18n";
import type { SimpleAction } from "../../../lib/act";
import type { Legal } from "../../../lib/legal";

/** The action that ends the turn after the first card. */
export const stop = (legal: Legal): string | null => legal.plain("stop");

export const stopAction = (action: string): SimpleAction => ({
  confirmation: "pass",
  action,
  question: t("ask.stop"),
  description: t("doing.stop"),
});
