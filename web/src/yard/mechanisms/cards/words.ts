import { t } from "../../../i18n";
import { subject } from "../../../lib/words";
import { drawing } from "../../../table/cards";
import type { YardTelling } from "../../mechanism";

export const telling: YardTelling = {
  events: {
    took: drawing.took,
    drew: drawing.drew,
    stopped: { tell: (event, teller) => t("yard.event.stopped", subject(event.seat, teller)) },
  },
};
