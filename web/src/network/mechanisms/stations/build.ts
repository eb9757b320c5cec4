// Building a station: its texts and settings.
import { t } from "../../../i18n";
import type { Build } from "../../mechanism";
import { stations } from "./actions";
import StationMode from "./StationMode.svelte";

export const build: Build = {
  on: "city",
  payments: stations,
  confirmation: "stations",
  title: (city, names) => t("payment.station", { city: names.place(city) }),
  description: (city, names) => t("doing.station", { city: names.place(city) }),
  confirm: "payment.do_station",
  rule: () => "station-cost",
  instruction: "board.hint_city",
  Mode: StationMode,
};
