import { when } from "../../../learn/lessons";
import type { Lesson } from "../../../lib/lesson";
import { trios } from "./actions";

export const lessons: Lesson<"yard">[] = [
  {
    id: "y-trio",
    order: 130,
    rule: "trio",
    match: ({ legal }) => when(trios(legal).length > 0),
    target: () => "[data-trio]",
  },
];
