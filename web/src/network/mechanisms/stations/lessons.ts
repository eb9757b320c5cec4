import type { Lesson } from "../../../lib/lesson";
import { own } from "../../lesson";
import { stations } from "./actions";

export const lessons: Lesson<"network">[] = [
  {
    id: "station",
    order: 220,
    rule: "station",
    match: (now) =>
      stations(now.legal).size > 0 && own(now).routes.length > 0
        ? { points: now.ruleset.numbers.station_points }
        : null,
    target: () => "[data-stations]",
  },
];
