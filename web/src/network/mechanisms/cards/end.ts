import { ofCards } from "../../../table/end/luck";
import type { NetworkEnding } from "../../end/ending";

export const ending: NetworkEnding = { questions: ofCards };
