import { TURN, type Beat } from "../../../table/end/ceremony";
import type { YardEnding } from "../../end/ending";

export const ending: YardEnding = {
  /** Completed tickets first, then the others. */
  beats: (_, { seat, tickets_list }) =>
    tickets_list
      .toSorted((a, b) => Number(b.scored > 0) - Number(a.scored > 0))
      .map((ticket): Beat => ({
        seat,
        weight: TURN,
        ticket,
        gains: new Map([[seat, ticket.scored]]),
        cities: ticket.cities,
      })),
};
