// What a table can be besides the present: a moment of the past, or on its way to the next one.
import type { Component } from "svelte";

/** What a table has besides that shows a game of the past. */
export interface Past {
  /** What happened, as a way to each moment; it stands in place of the log. */
  Index: Component;
  /** Shows the game as it was at a point of its charts, of so many. */
  point(place: number, points: number): void;
  /** The point of so many that is shown. */
  place(points: number): number;
}

/** An action that is sent in a moment, unless it is taken back. */
export interface Pending {
  action: string;
  /** What is being done, in words. */
  doing: string;
  seconds: number;
}

/** An action that was sent and is not answered yet: its text, and what is being done, in words. */
export interface Underway {
  action: string;
  doing: string;
}
