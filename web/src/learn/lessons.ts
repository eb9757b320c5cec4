// Which lesson a guide tells. Each kind of game has a list of them, in the order in which they matter.
import type { Values } from "../i18n";
import type { Lesson, Situation } from "../lib/lesson";
import type { GameEvent } from "../lib/types";
import type { Machine } from "../lib/views";

/** The lesson that is to be told now: the first that is of use and not done. */
export function current<M extends Machine>(
  lessons: readonly Lesson<M>[],
  now: Situation<M>,
  done: ReadonlySet<string>,
): { lesson: Lesson<M>; values: Values } | null {
  for (const lesson of lessons) {
    if (done.has(lesson.id) || lesson.over?.(now)) continue;
    const values = lesson.sees(now);
    if (values) return { lesson, values };
  }
  return null;
}

/** Whether something of this sort has happened to the seat itself. */
export const did = (now: Situation, ...events: GameEvent["event"][]): boolean =>
  now.log.some((entry) =>
    entry.events.some((one) => events.includes(one.event) && "seat" in one && one.seat === now.seat),
  );

/** For a lesson whose text has no values. */
export const when = (holds: boolean): Values | null => (holds ? {} : null);
