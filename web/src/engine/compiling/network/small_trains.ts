import type { Writing } from "../writing";

export default {
  fill: (rules, { data }) => rules.set("small_trains", data.small_trains.count),
  numbers: ({ small_trains }) => ({ small_trains: small_trains.count }),
} satisfies Writing;
