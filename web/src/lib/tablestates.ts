// The states of a table other than waiting for input: showing the past, or sending an action.
import type { Component } from "svelte";
import type { Sketch } from "./sketch";

/** Replaces parts of a table that shows a past game. */
export interface Past {
  /** The list of moments, which replaces the log. */
  Index: Component;
  /** Show the game at a point of its charts; `points`: the number of points. */
  point(place: number, points: number): void;
  /** The index of the current point, out of `points`. */
  place(points: number): number;
  /** Drawings on the board. */
  sketch?: Sketch;
}

/** An action that will be sent shortly unless it is taken back. */
export interface Pending {
  action: string;
  /** The action in words. */
  description: string;
  seconds: number;
}

/** An action that was sent and not yet answered: its text, and the action in words. */
export interface SentAction {
  action: string;
  description: string;
}
