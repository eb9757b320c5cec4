// The parts of a score, which mechanisms declare on the server: each is a column of the result and, if its mechanism
// has no steps, a step of the ceremony.
import { t, type MessageId } from "../../i18n";
import { PART, type Beat } from "./ceremony";
import type { Ending } from "./ending";

/** A column of the result: every player's value of a part. */
export interface Column {
  label: MessageId;
  of(seat: number): number;
}

/** The endings of a kind's mechanisms. `R`, `P`, `S` and `U` as in `Ending`; `N`: the names of the parts. */
export class Ends<
  R,
  P extends { seat: number } & Partial<Record<N, number>>,
  S extends { ruleset: R; outcome: { players: P[] } },
  U extends { turns: readonly unknown[] },
  E extends Ending<R, P, S, U>,
  N extends string,
> {
  readonly all: E[];

  /** `entries`: the folders in the order of the result; `declared`: the parts of each mechanism that scores. */
  constructor(
    private readonly entries: readonly [name: string, ending: E | undefined][],
    private readonly declared: Readonly<Record<string, readonly N[]>>,
    private readonly label: (part: N) => MessageId,
  ) {
    this.all = entries.flatMap(([, ending]) => ending ?? []);
  }

  columns(ruleset: R, players: P[]): Column[] {
    return this.entries
      .filter(([, ending]) => ending?.shown?.(ruleset) ?? true)
      .flatMap(([name]) => this.declared[name] ?? [])
      .filter((part) => players.some((player) => player[part] !== undefined))
      .map((part) => ({ label: this.label(part), of: (seat) => players[seat]![part] ?? 0 }));
  }

  /** The part of a score that was public before the end. */
  base({ outcome }: S): Map<number, number> {
    const known = this.entries.flatMap(([name, ending]) => (ending?.known ? this.declared[name]! : []));
    return new Map(
      outcome.players.map((player) => [
        player.seat,
        known.reduce((sum, part) => sum + (player[part] ?? 0), 0),
      ]),
    );
  }

  /** A player's steps: those of the mechanisms or, for a mechanism without any, a step for each of its parts. */
  beats(setting: S, player: P): Beat[] {
    return this.entries.flatMap(([name, ending]) => {
      if (ending?.beats) return ending.beats(setting, player);
      if (ending?.known || ending?.awards) return [];
      return (this.declared[name] ?? [])
        .filter((part) => player[part] !== undefined)
        .map((part) => ({
          seat: player.seat,
          weight: PART,
          label: t(this.label(part)),
          gains: new Map([[player.seat, player[part]!]]),
        }));
    });
  }

  awards(setting: S): Beat[] {
    return this.all.flatMap((ending) => ending.awards?.(setting) ?? []);
  }
}
