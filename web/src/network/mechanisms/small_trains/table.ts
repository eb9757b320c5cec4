// Small trains, which some routes take (MECH-7).
import { t } from "../../../i18n";
import type { NetworkMechanism } from "../../mechanism";

export const mechanism: NetworkMechanism = {
  figures: ({ small_trains: value }) =>
    value === undefined ? [] : [{ icon: "small_train", label: t("player.small_trains"), value, chip: true }],
};
