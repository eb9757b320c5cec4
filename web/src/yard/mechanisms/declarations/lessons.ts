import { when } from "../../../learn/lessons";
import type { Lesson } from "../../../lib/lesson";

export const lessons: Lesson<"yard">[] = [
  {
    id: "y-declare",
    order: 20,
    rule: "declare",
    match: ({ view, seat }) => when(view.declaration !== null && view.to_act.includes(seat)),
    target: () => ".declare",
  },
];
