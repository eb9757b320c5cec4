// The texts of hints in card games.
import { t } from "../i18n";
import { composeHints, type HintTexts } from "../lib/hints";
import type { YardHint } from "../lib/types";
import { listed } from "../lib/listed";
import { NAMES } from "./mechanisms";

export type Reason = YardHint["reasons"][number];

const common: HintTexts<Reason> = { reasons: { only: () => t("hint.only") } };

const found = import.meta.glob<HintTexts<Reason>>("./mechanisms/*/hints.ts", {
  eager: true,
  import: "advice",
});

export const hints = composeHints([common, ...listed(NAMES, found)]);
