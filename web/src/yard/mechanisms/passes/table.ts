// Passes through the deck: how one ends and the next one starts.
import { t } from "../../../i18n";
import type { YardMechanism } from "../../mechanism";
import Again from "./Again.svelte";
import Badge from "./Badge.svelte";
import Watch from "./Watch.svelte";

export const mechanism: YardMechanism = {
  Badge,
  // Figures to compare before the first pass is scored.
  figures: ({ stack, siding }, { pass }) =>
    pass > 1
      ? []
      : [
          {
            icon: "train",
            label: t("yard.laid"),
            value: siding.reduce((sum, row) => sum + row.cards + row.wilds, stack),
          },
        ],
  AboveLog: Again,
  Watch,
};
