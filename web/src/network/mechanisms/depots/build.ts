// Placing a depot: its texts and settings.
import { t } from "../../../i18n";
import type { Build } from "../../mechanism";
import { depots } from "./actions";
import DepotMode from "./DepotMode.svelte";

export const build: Build = {
  on: "city",
  ways: depots,
  asked: "stations",
  title: (city, names) => t("depots.place_in", { city: names.place(city) }),
  doing: (city, names) => t("depots.placing", { city: names.place(city) }),
  confirm: "depots.do_place",
  rule: () => "depots",
  aside: "depots.mode",
  Mode: DepotMode,
};
