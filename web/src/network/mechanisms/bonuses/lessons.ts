import type { Lesson } from "../../../lib/lesson";
import { own } from "../../lesson";

export const lessons: Lesson<"network">[] = [
  {
    id: "longest",
    order: 230,
    rule: "longest",
    match: (now) => {
      const points = now.ruleset.numbers.longest;
      return points && own(now).routes.length >= 3 ? { points } : null;
    },
    target: () => ".drawing",
  },
];
