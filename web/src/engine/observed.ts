// Checks of observations, which callers give as bytes.

import { IllegalAction } from "./errors";
import { NONE, type Engine } from "./game";
import type { EngineModule } from "./module";
import { seatsToAct, type RecordView } from "./records";

type Seen = RecordView<EngineModule["layout"]["observation"]>;

/** Copy an observation into a record. Throws RangeError for bytes that are not an observation of this
 * ruleset. */
export function setObservation({ module, ruleset }: Engine, seen: Seen, observation: Uint8Array): void {
  seen.set(observation);
  const [fewest, most] = ruleset.players;
  const [players, seat] = [seen.number("players"), seen.number("seat")];
  const possible = players >= fewest && players <= most && seat >= NONE && seat < players;
  if (!possible || !(seen.number("phase") in module.layout.phases))
    throw new RangeError(`these bytes are no observation of ${ruleset.name}`);
}

/** Do the same for an observation whose seat must be to act. Throws IllegalAction if it is not. */
export function setDecision(engine: Engine, seen: Seen, observation: Uint8Array): void {
  setObservation(engine, seen, observation);
  const seat = seen.number("seat");
  if (seat === NONE) throw new IllegalAction("a spectator has nothing to decide");
  if (!seatsToAct(engine.module.layout, seen).includes(seat))
    throw new IllegalAction(`seat ${seat} has nothing to decide now`);
}
