// The number of passes in a row.

import type { Telling } from "../parts";

export const passing: Telling<"network"> = { position: (state) => ({ passes: state.number("passes") }) };
