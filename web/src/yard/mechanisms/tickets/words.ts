import { drawing } from "../../../table/cards";
import type { YardTelling } from "../../mechanism";

export const telling: YardTelling = { events: { drew_tickets: drawing.drew_tickets } };
