// Drawings on the board of a past game, and the tool that adds to them.
import type { StudyMark } from "./types";

/** Marks routes and cities, or draws arrows between cities. */
export type Tool = "place" | "arrow";

export interface Sketch {
  /** The drawings at the shown moment. */
  readonly marks: readonly StudyMark[];
  /** The tool in use; null: drawing is not possible now. */
  readonly tool: Tool | null;
  /** The city where an arrow starts, while its end is being chosen. */
  readonly from: string | null;
  /** Draw at a route or city, given by its key, or delete what is there. */
  pick(key: string): void;
}
