import { t } from "../../../i18n";
import { subject } from "../../../lib/words";
import { drawPresentations } from "../../../table/cards";
import type { YardTexts } from "../../mechanism";

export const texts: YardTexts = {
  events: {
    took: drawPresentations.took,
    drew: drawPresentations.drew,
    stopped: { describe: (event, context) => t("yard.event.stopped", subject(event.seat, context)) },
  },
};
