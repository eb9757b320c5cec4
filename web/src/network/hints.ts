// Hints at a map game in words.
import { t } from "../i18n";
import { composed, planText, type Advice, type Hints } from "../lib/hints";
import type { NetworkHint } from "../lib/types";
import { listed } from "../lib/listed";
import { NAMES } from "./mechanisms";

export type Reason = NetworkHint["reasons"][number];

const common: Advice<Reason> = {
  reasons: {
    last_turn: () => t("hint.last_turn"),
    only: () => t("hint.only"),
  },
};

const found = import.meta.glob<Advice<Reason>>("./mechanisms/*/hints.ts", { eager: true, import: "advice" });

const all = composed([common, ...listed(NAMES, found)]);

export const hints: Hints = {
  ...all,
  reasons(hint, teller) {
    const { plan } = hint as NetworkHint;
    return [
      ...all.reasons(hint, teller),
      ...(plan ? [t("hint.plan", { routes: planText(plan, teller.names) })] : []),
    ];
  },
};
