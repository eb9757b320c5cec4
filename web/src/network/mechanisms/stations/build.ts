// Building a station: its texts and settings.
import { t } from "../../../i18n";
import type { Build } from "../../mechanism";
import { stations } from "./actions";
import StationMode from "./StationMode.svelte";

export const build: Build = {
  on: "city",
  ways: stations,
  asked: "stations",
  title: (city, names) => t("payment.station", { city: names.place(city) }),
  doing: (city, names) => t("doing.station", { city: names.place(city) }),
  confirm: "payment.do_station",
  rule: () => "station-cost",
  aside: "board.hint_city",
  Mode: StationMode,
};
