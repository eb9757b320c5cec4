import type { Lesson } from "../../../lib/lesson";
import { own } from "../../lesson";

export const lessons: Lesson<"network">[] = [
  {
    id: "longest",
    at: 230,
    rule: "longest",
    sees: (now) => (own(now).routes.length >= 3 ? { points: now.ruleset.numbers.longest } : null),
    target: () => ".drawing",
  },
];
