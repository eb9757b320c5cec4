import type { Lesson } from "../../../lib/lesson";
import { about } from "../../lesson";

export const lessons: Lesson<"network">[] = [
  {
    id: "surcharge",
    order: 40,
    rule: "tunnel-surcharge",
    match: ({ view, seat }) => (view.tunnel?.seat === seat ? { count: view.tunnel.surcharge } : null),
    target: () => ".tunnel",
  },
  about(
    "tunnel",
    140,
    "tunnel",
    (route) => route.kind === "tunnel",
    ({ ruleset }) => ({ count: ruleset.numbers.surcharge_cards }),
  ),
];
