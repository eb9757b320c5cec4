// The texts of hints in map games.
import { t } from "../i18n";
import { composeHints, type HintTexts, type Hints } from "../lib/hints";
import type { NetworkHint } from "../lib/types";
import { listed } from "../lib/listed";
import { NAMES } from "./mechanisms";

export type Reason = NetworkHint["reasons"][number];

const common: HintTexts<Reason> = {
  reasons: {
    last_turn: () => t("hint.last_turn"),
    only: () => t("hint.only"),
  },
};

const found = import.meta.glob<HintTexts<Reason>>("./mechanisms/*/hints.ts", {
  eager: true,
  import: "advice",
});

export const hints: Hints = composeHints([common, ...listed(NAMES, found)]);
