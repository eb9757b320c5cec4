// The part of a mechanism in the description of a game, like `told.py` of the mechanism in Python.

import type {
  MoveReason,
  NetworkEvent,
  NetworkPlayerSummary,
  NetworkPlayerView,
  NetworkResult,
  NetworkSummary,
  NetworkTurn,
  NetworkView,
  YardEvent,
  YardPlayerSummary,
  YardPlayerView,
  YardResult,
  YardSummary,
  YardTurn,
  YardView,
} from "../../lib/types";
import type { Engine } from "../game";
import type { Facts, Knowledge } from "./knowledge";
import { network } from "./network";
import type { Summarizer } from "./summaries";
import { yard } from "./yard";

/** The messages of a kind. */
export interface Messages {
  network: {
    event: NetworkEvent;
    view: NetworkView;
    player: NetworkPlayerView;
    result: NetworkResult;
    summary: NetworkSummary;
    turn: NetworkTurn;
    way: NetworkPlayerSummary;
  };
  yard: {
    event: YardEvent;
    view: YardView;
    player: YardPlayerView;
    result: YardResult;
    summary: YardSummary;
    turn: YardTurn;
    way: YardPlayerSummary;
  };
}

export type Kind = keyof Messages;

/** A difference between the playouts of two actions. */
export interface Difference {
  reason: MoveReason["reason"];
  played: number;
  better: number;
  what: string;
  /** Its approximate value in points, by which reasons are ranked. */
  points: number;
}

/** The comparison of two actions by the ends of their playouts, for reviews. */
export interface Comparison {
  /** Numbers by name, from a seat's knowledge at the end. */
  atEnd(end: Knowledge, seat: number): Map<string, number>;
  /** The differences that are large enough for a reason, by the numbers of each world; `better` is the
   * action. */
  differences(
    engine: Engine,
    better: number,
    before: Map<string, number>[],
    after: Map<string, number>[],
  ): Difference[];
}

/** One mechanism's contribution. Everything is optional; fields come in the order of the messages. */
export interface Telling<K extends Kind> {
  /** The events of one of the mechanism's own actions; null for any other action. */
  acted?(before: Knowledge, after: Knowledge): Messages[K]["event"][] | null;
  /** The consequences of any action. */
  followed?(before: Knowledge, after: Knowledge): Messages[K]["event"][];
  /** The events at the beginning of a turn; `live` says whether they are reported as they happen. */
  began?(after: Knowledge, live: boolean): Messages[K]["event"][];

  view?(knowledge: Knowledge, look: boolean): Partial<Messages[K]["view"]>;
  player?(knowledge: Knowledge, player: number): Partial<Messages[K]["player"]>;
  /** Its fields of a player's result, in addition to the parts of the score. */
  result?(knowledge: Knowledge, player: number): Partial<Messages[K]["result"]>;

  position?(state: Facts): object;
  positionPlayer?(state: Facts, player: number): object;

  /** The initial values of its fields of a summary. */
  summary?(): Partial<Messages[K]["summary"]>;
  /** Record the consequences of any action in `summarizer.more`. */
  passedOn?(summarizer: Summarizer<K>, before: Facts, after: Facts): void;
  /** The initial values of its fields of a turn. */
  turn?(): Partial<Messages[K]["turn"]>;
  /** The fields that an action adds to a turn. */
  turned?(before: Facts, after: Facts, seat: number): Partial<Messages[K]["turn"]> | null;
  /** Its fields of a player's progress through the game. */
  way?(summarizer: Summarizer<K>, player: number): Partial<Messages[K]["way"]>;
  compared?: Comparison;
}

const KINDS: { [K in Kind]: Partial<Record<string, Telling<K>>> } = { network, yard };

/** The contributions of the mechanisms that a ruleset uses, with their names, in order. */
export function tellings({ module, ruleset }: Engine): [name: string, telling: Telling<Kind>][] {
  const { kind, mechanisms } = module.layout;
  const known = KINDS[kind as Kind] as Partial<Record<string, Telling<Kind>>>;
  return mechanisms.filter((name) => !ruleset.unused.includes(name)).map((name) => [name, known[name] ?? {}]);
}
