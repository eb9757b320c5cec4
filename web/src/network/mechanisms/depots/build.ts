// Placing a depot: its texts and settings.
import { t } from "../../../i18n";
import type { Build } from "../../mechanism";
import { depots } from "./actions";
import DepotMode from "./DepotMode.svelte";

export const build: Build = {
  on: "city",
  payments: depots,
  confirmation: "stations",
  title: (city, names) => t("depots.place_in", { city: names.place(city) }),
  description: (city, names) => t("depots.placing", { city: names.place(city) }),
  confirm: "depots.do_place",
  rule: () => "depots",
  instruction: "depots.mode",
  Mode: DepotMode,
};
