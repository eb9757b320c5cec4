// The engine for JavaScript: see docs/javascript.md.

export { IllegalAction, NotationError, RecordError, WhistlestopError } from "./errors";
export { Engine, Game, NONE } from "./game";
export { compileBoard, type BoardsFile } from "./compiling";
export type { Board as BoardData } from "../lib/wholeboard";
export { EngineModule, type KindLayout } from "./module";
export { PlayoutRunner, type PlayoutOptions, type Playouts } from "./playouts";
export { adviseTogether } from "./reviewing/advising";
export { judged, Reviewing, reviewOf, type Judged, type Question, type ReviewOptions } from "./reviewing";
export { RecordView, type Layout } from "./records";
export type { RulesetFile } from "./ruleset";
export { hintOf, planOf, shownTo, type Searched } from "./advice";
export * from "./telling";
export {
  Search,
  divide,
  think,
  thinkTogether,
  type Candidate,
  type PlayTask,
  type SearchOptions,
  type SearchTask,
  type Thought,
} from "./search";
export { keyOf } from "./seeds";
export { FORMAT as REVIEW } from "./layouts/reviewing";
export { layout as network } from "./layouts/network";
export { layout as yard } from "./layouts/yard";
