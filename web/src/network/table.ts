// The mechanisms of the map games as a table needs them.
import { idOf } from "../board/drawing";
import { t } from "../i18n";
import { listed } from "../lib/listed";
import type { Payment } from "../lib/legal";
import type { NetworkPlayerView, NetworkRulesetInfo } from "../lib/types";
import type { NetworkAttention } from "./attention.svelte";
import type { Consequence, Figure, Game, NetworkMechanism, Question } from "./mechanism";
import { NAMES } from "./mechanisms";
import type { Plans } from "./plan.svelte";

export const MECHANISMS = listed(
  NAMES,
  import.meta.glob<NetworkMechanism>("./mechanisms/*/table.ts", { eager: true, import: "mechanism" }),
);

/** Everything that can be placed on the board; the first one is the default for choosing places. */
export const BUILDS = MECHANISMS.flatMap(({ build }) => build ?? []);

/** The numbers of a player. */
export const figuresOf = (player: NetworkPlayerView, ruleset: NetworkRulesetInfo): Figure[] =>
  MECHANISMS.flatMap(({ figures }) => figures?.(player, ruleset) ?? []);

/** What a payment for a place takes besides its cards, in words; empty if nothing. */
export const extraCost = (id: string, payment: Payment, game: Game): string =>
  MECHANISMS.map((one) => one.extraCost?.(id, payment, game)).find(Boolean) ?? "";

/** The possible consequences of a payment for a place. */
export const consequences = (id: string, payment: Payment, game: Game): Consequence[] =>
  MECHANISMS.flatMap((one) => one.consequence?.(id, payment, game) ?? []);

/** The question, or what all players watch, that replaces other decisions. */
export const questionOf = (game: Game, attention: NetworkAttention): Question | null =>
  MECHANISMS.map(({ question }) => question?.(game, attention)).find(Boolean) ?? null;

/** Describe a route or city: what it is, its owner, and what can be done with it. */
export const describePlace = (key: string, owner: number | undefined, game: Game): string =>
  MECHANISMS.map((one) => one.describe?.(key, owner, game)).find(Boolean) ??
  t("board.city", { city: game.names.place(idOf(key)), name: "" });

/** Why a place cannot be chosen, if an explanation is needed. */
export const whyNot = (key: string, game: Game, plans: Plans): string =>
  MECHANISMS.map((one) => one.whyNot?.(key, game, plans)).find(Boolean) ?? "";
