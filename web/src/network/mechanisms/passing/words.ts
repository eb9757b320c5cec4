import { briefly } from "../../brief";
import type { NetworkTelling } from "../../mechanism";

export const telling: NetworkTelling = {
  events: {
    passed: { brief: (_, name) => ({ icon: "minus", ...briefly("passed", { name }), place: null }) },
  },
};
