// The page of this device's player, made from their finished games, as players.py does on a server.
import type { Me, PlayerPage, Review, SeatChange, Statistic } from "../lib/types";
import { ofPeople } from "../engine/reviewing/people";
import { localSeats, playedSeats, type StoredTable } from "./storedtable";

interface Result {
  ruleset: string;
  players: number;
  won: boolean;
  /** The score; null if a bot has taken over. */
  score: number | null;
}

/** The accuracy of a seat's own decisions in a review: the mean of its phases; null if it is unknown. */
export function accuracyOf(
  review: Review | null,
  seat: number,
  changes: readonly SeatChange[] = [],
): number | null {
  const share = review && ofPeople(review, changes).seats[seat];
  const known = (share?.accuracy ?? []).filter((one) => one !== null);
  return known.length ? known.reduce((a, b) => a + b) / known.length : null;
}

/**
 * The result of a game in which people on this device had exactly one seat: with several, the player is unknown. Games
 * that branched off another one do not count.
 */
function resultOf(table: StoredTable): Result[] {
  const [seat, another] = localSeats(table);
  if (seat === undefined || another !== undefined || table.abandoned || table.begun) return [];
  const { won, score } = playedSeats(table)[seat]!;
  const { ruleset, seats } = table;
  const stayed = seats[seat]!.away === null;
  return [{ ruleset, players: seats.length, won, score: stayed ? score : null }];
}

function statistic(ruleset: string, players: number, games: Result[]): Statistic {
  const scores = games.flatMap(({ score }) => score ?? []);
  return {
    ruleset,
    players,
    company: false,
    games: games.length,
    wins: games.filter(({ won }) => won).length,
    left: games.length - scores.length,
    mean: scores.length ? scores.reduce((a, b) => a + b) / scores.length : null,
    best: scores.length ? Math.max(...scores) : null,
  };
}

/** `over`: the finished games, newest first. */
export function pageOf(me: Me, over: StoredTable[]): PlayerPage {
  const results = over.flatMap(resultOf);
  const groups = new Map<string, Result[]>();
  for (const one of results) {
    const key = `${one.ruleset} ${one.players}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const series = results
    .map(({ won }) => (won ? "w" : "l"))
    .join("")
    .split("l")
    .map(({ length }) => length);
  return {
    id: me.id,
    name: me.name,
    since: "",
    program: false,
    you: true,
    account: false,
    shown: false,
    season: "",
    ratings: [],
    statistics: [...groups.values()].map((games) => statistic(games[0]!.ruleset, games[0]!.players, games)),
    streak: { current: series[0]!, best: Math.max(...series) },
    favourites: [],
    recent: [],
    reliability: null,
  };
}
