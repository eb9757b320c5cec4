// Positions: full states, with names instead of numbers. Records contain checksums of them.

import { sha256 } from "../../fairness/sha256";
import { orNull, type Facts } from "./knowledge";
import { bits } from "./notation";
import { tellings } from "./parts";
import { NONE } from "../game";

export type Position = Record<string, unknown>;

const merged = (parts: object[]): object => Object.assign({}, ...parts);
const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The position of a true state, in full. */
export function positionFrom(state: Facts): Position {
  const { module, ruleset } = state.engine;
  const every = tellings(state.engine).map(([, each]) => each);
  const left = orNull(state.number("final_left"));
  return {
    format: module.layout.position,
    players: state.seats.map((player) => ({
      ...playerFields(state, player),
      ...merged(every.map((each) => each.positionPlayer?.(state, player) ?? {})),
    })),
    ruleset: ruleset.board === null ? ruleset.id : null,
    board: ruleset.board === null ? null : JSON.parse(ruleset.board),
    phase: state.phase,
    seat: state.number("player"),
    first: state.number("first"),
    turn: state.number("turn"),
    version: state.number("ply"),
    final_round: left === null ? null : { turns_left: left, caused_by: orNull(state.number("final_by")) },
    market: state.market,
    deck: state.cards(state.row("deck").slice(0, state.number("deck_size")).reverse()),
    discard: state.counts(state.row("discard")),
    ticket_deck: state.tickets(state.row("ticket_deck").slice(0, state.number("ticket_size"))),
    ticket_seen: ticketSeen(state),
    ...merged(every.map((each) => each.position?.(state) ?? {})),
    generator: generator(state),
  };
}

function playerFields(state: Facts, player: number) {
  const [offer, sealed] = [state.tickets(state.offerOf(player)), state.number("sealed", player)];
  return {
    hand: state.counts(state.row("hand", player)),
    known: state.counts(state.row("known", player)),
    score: state.number("score", player),
    tickets: state.tickets(state.members("tickets", player)),
    offer,
    choice: sealed === NONE ? null : bits(sealed, offer.length).map((place) => offer[place]),
  };
}

/** The seats that know the place of a ticket in the ticket deck. */
function ticketSeen(state: Facts): Record<string, number[]> {
  const seen = state.row("ticket_seen");
  return Object.fromEntries(
    state.engine.ruleset.tickets.flatMap((id, ticket) =>
      seen[ticket] ? [[id, bits(seen[ticket], state.players)]] : [],
    ),
  );
}

/** The state of the game's generator. */
function generator(state: Facts) {
  const key = new Uint8Array(Uint32Array.from(state.row("rng_key")).buffer);
  return { key: hex(key), word: state.number("rng_word"), name: state.engine.module.layout.record.generator };
}

/** JSON with the keys of all objects in order. */
export function deterministic(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(deterministic).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${deterministic(each)}`).join(",")}}`;
}

/** A checksum of the position, 16 hexadecimal digits. */
export function checksumOf(state: Facts): string {
  const { sortedBoard: board } = state.engine.ruleset;
  // Use the board as Python wrote it, since JavaScript writes numbers such as 48.0 as 48.
  const position = Object.entries({ ...positionFrom(state), board: null })
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, each]) => `"${key}":${key === "board" && board !== null ? board : deterministic(each)}`);
  return hex(sha256(new TextEncoder().encode(`{${position.join(",")}}`))).slice(0, 16);
}
