// A pass through the deck: how it ends, and how the next one begins.
import { t } from "../../../i18n";
import type { YardMechanism } from "../../mechanism";
import Again from "./Again.svelte";
import Badge from "./Badge.svelte";
import Watch from "./Watch.svelte";

export const mechanism: YardMechanism = {
  Badge,
  // What can be compared until the first pass is scored.
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
