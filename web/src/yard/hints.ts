// The texts of hints in card games.
import { t } from "../i18n";
import { composed, type Advice } from "../lib/hints";
import type { YardHint } from "../lib/types";
import { listed } from "../lib/listed";
import { NAMES } from "./mechanisms";

export type Reason = YardHint["reasons"][number];

const common: Advice<Reason> = { reasons: { only: () => t("hint.only") } };

const found = import.meta.glob<Advice<Reason>>("./mechanisms/*/hints.ts", { eager: true, import: "advice" });

export const hints = composed([common, ...listed(NAMES, found)]);
