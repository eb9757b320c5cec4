// The engine for JavaScript: see docs/javascript.md.

export { Engine, Game, IllegalAction, NONE } from "./game";
export { EngineModule, type KindLayout } from "./module";
export { PlayoutRunner, type PlayoutOptions, type Playouts } from "./playouts";
export { RecordView, type Layout } from "./records";
export type { RulesetFile } from "./ruleset";
export { keyOf, worldSeeds } from "./seeds";
export { layout as network } from "./layouts/network";
export { layout as yard } from "./layouts/yard";
