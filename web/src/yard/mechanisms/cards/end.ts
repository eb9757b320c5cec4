import { ofCards } from "../../../table/end/luck";
import type { YardEnding } from "../../end/ending";

export const ending: YardEnding = { questions: ofCards };
