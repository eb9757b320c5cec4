import { memoized } from "../../../lib/legal";
import type { Color } from "../../../lib/types";

/** A figure that can be taken along. */
export interface Boarding {
  action: string;
  place: string;
  color: Color;
}

export const boardings = memoized((legal) =>
  legal.of("board").map(({ action, rest }): Boarding => {
    const [place, color] = rest.split(":") as [string, Color];
    return { action, place, color };
  }),
);
