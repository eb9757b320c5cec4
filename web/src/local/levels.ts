// The levels of bots at tables: the planner with human mistakes, as src/whistlestop/bots/levels.py describes them. The
// habits come from there; the random numbers differ.
import type { Engine } from "../engine";
import { proposals } from "../engine/proposals";
import { RecordView, type Layout } from "../engine/records";
import type { Stream } from "../fairness/stream";
import { dice, happens } from "./dice";
import { oversights } from "./oversights";

/** Probabilities of mistakes, in percent. */
export interface Habits {
  focus: number;
  overlooks: number;
  eager: number;
  glitter: number;
  haste: number;
  whims: number;
}

/** The number of rounds for which a bot follows a single ticket, overlooks something, or is eager. */
const SPELL = 6;

/** Whether a bot misses something in this spell, or does not wait, with a probability in percent. */
type Misses = (what: string, number: number, percent: number) => boolean;

export type Seen = RecordView<Layout>;

/** Plays like a bot of a level. `temper` decides what the bot does not notice, `roll` the mistakes of this decision. */
export function chooseAs(
  habits: Habits,
  engine: Engine,
  bytes: Uint8Array,
  temper: bigint,
  roll: bigint,
): number {
  const seen = recordOf(engine, bytes);
  const chance = dice(roll, seen.number("ply"));
  const misses = missing(seen, temper);
  const numbers = misses("claims", 0, habits.eager) ? "eager" : "planner";
  const planned = engine.choose("planner", believed(habits, engine, bytes, misses), 0, numbers);
  // On a second look, it notices obstacles or its other tickets.
  const again = planned === engine.rule("id_tickets") || !isLegal(engine, bytes, planned);
  const action = again ? engine.choose("planner", bytes, 0, numbers) : planned;
  return distracted(habits, engine, bytes, action, chance);
}

const recordOf = (engine: Engine, bytes: Uint8Array): Seen =>
  new RecordView<Layout>(engine.module.layout.observation, bytes as Uint8Array<ArrayBuffer>, 0);

function isLegal(engine: Engine, bytes: Uint8Array, action: number): boolean {
  const { module, rules, seen } = engine;
  seen.set(bytes);
  return module.calls.is_legal(seen.address, 1, rules, 1, 0, seen.number("seat"), action) === 1;
}

function missing(seen: Seen, temper: bigint): Misses {
  const round = Math.floor(seen.number("turn") / seen.number("players"));
  return (what, number, percent) => {
    if (!percent) return false;
    const began = Math.floor((round + dice(temper, what, number).below(SPELL)) / SPELL);
    return happens(dice(temper, what, number, began), percent);
  };
}

/** The observation without the tickets that the bot does not follow and the moves that it overlooks. */
function believed(habits: Habits, engine: Engine, bytes: Uint8Array, misses: Misses): Uint8Array {
  const copy = bytes.slice();
  const record = recordOf(engine, copy);
  const seat = record.number("seat");
  const { pending, laid, overlook } = oversights(engine);
  // During declarations, it sees all of its tickets.
  if (phaseOf(engine, record) !== "declaration" && misses("tickets", 0, habits.focus)) {
    const tickets = record.array("tickets") as BigUint64Array;
    const words = tickets.length / engine.module.layout.seats;
    for (const ticket of pending(bytes, seat).slice(1)) {
      tickets[seat * words + Math.floor(ticket / 64)]! ^= 1n << BigInt(ticket % 64);
      (record.array("ticket_count") as Int16Array)[seat]!--;
    }
  }
  for (const [player, number] of habits.overlooks ? laid(record, seat) : []) {
    if (misses("laid", number, habits.overlooks)) overlook(record, seat, player, number);
  }
  return copy;
}

const phaseOf = (engine: Engine, record: Seen): string =>
  engine.module.layout.phases[record.number("phase")]!;

/** The action, or another one if the bot gets distracted. */
function distracted(
  habits: Habits,
  engine: Engine,
  bytes: Uint8Array,
  action: number,
  chance: Stream,
): number {
  const record = recordOf(engine, bytes);
  const drawing = action >= engine.rule("id_draw") && action < engine.rule("id_tickets");
  const [whim, haste, glitter] = [habits.whims, habits.haste, habits.glitter].map((percent) =>
    happens(chance, percent),
  );
  if (whim) {
    const proposed = proposals(engine, bytes, action).filter((one) => one !== engine.rule("id_tickets"));
    return proposed.length ? proposed[chance.below(proposed.length)]! : action;
  }
  if (drawing && haste && phaseOf(engine, record) === "turn") return smallest(engine, bytes, action);
  return drawing && glitter ? shiniest(engine, bytes, action) : action;
}

/** The claim or set with the fewest cards that the seat could play now, or the default if there is none. */
function smallest(engine: Engine, bytes: Uint8Array, action: number): number {
  const { cards } = oversights(engine);
  const laid = proposals(engine, bytes, action)
    .map((one) => [cards(one), one] as const)
    .filter(([count]) => count > 0)
    .sort(([a, one], [b, other]) => a - b || one - other);
  return laid[0]?.[1] ?? action;
}

/** A face-up wild, otherwise the face-up color that the hand has the most of, or the default if there is none. */
function shiniest(engine: Engine, bytes: Uint8Array, action: number): number {
  const record = recordOf(engine, bytes);
  const first = engine.rule("id_take");
  const hand = record.row("hand", record.number("seat")).map(Number);
  const legal = hand.map((_, card) => card).filter((card) => isLegal(engine, bytes, first + card));
  const worth = (card: number): number => (card === engine.wild ? Infinity : hand[card]!);
  const [best] = legal.sort((a, b) => worth(b) - worth(a) || a - b);
  return best === undefined ? action : first + best;
}
