import { recentText } from "../../../table/recenttext";
import type { NetworkTexts } from "../../mechanism";

export const texts: NetworkTexts = {
  events: {
    passed: { recent: (_, name) => ({ icon: "minus", ...recentText("passed", { name }), place: null }) },
  },
};
