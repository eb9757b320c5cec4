import { recentText } from "../../../table/recenttext";
import type { NetworkTelling } from "../../mechanism";

export const telling: NetworkTelling = {
  events: {
    passed: { recent: (_, name) => ({ icon: "minus", ...recentText("passed", { name }), place: null }) },
  },
};
