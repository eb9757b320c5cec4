import { t } from "../../../i18n";
import { subject } from "../../../lib/words";
import { drawing } from "../../../table/cards";
import type { YardTexts } from "../../mechanism";

export const texts: YardTexts = {
  events: {
    took: drawing.took,
    drew: drawing.drew,
    stopped: { describe: (event, context) => t("yard.event.stopped", subject(event.seat, context)) },
  },
};
