// The description of games without a server: the messages of docs/protocol/views.md, the same as those of the Python
// package.

export { eventsOf } from "./events";
export { Facts, factsOf, Knowledge } from "./knowledge";
export { Notation } from "./notation";
export { checksumOf, positionFrom, type Position } from "./positions";
export { recordOf, replay, type GameRecord } from "./records";
export { summaryOf } from "./summaries";
export { outcomeOf, viewOf, type Outcome } from "./views";
export { declarationOf } from "./yard/declarations";
