// The number of consecutive passes.

import type { Telling } from "../parts";

export const passing: Telling<"network"> = { position: (state) => ({ passes: state.number("passes") }) };
