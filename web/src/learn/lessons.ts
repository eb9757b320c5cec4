// Which lesson the guide shows. Each kind of game has a list of lessons in order of importance.
import type { Values } from "../i18n";
import type { Lesson, Situation } from "../lib/lesson";
import type { GameEvent } from "../lib/types";
import type { Machine } from "../lib/views";

/** The lesson to show now: the first that applies and is not done. */
export function current<M extends Machine>(
  lessons: readonly Lesson<M>[],
  now: Situation<M>,
  done: ReadonlySet<string>,
): { lesson: Lesson<M>; values: Values } | null {
  for (const lesson of lessons) {
    if (done.has(lesson.id) || lesson.completed?.(now)) continue;
    const values = lesson.match(now);
    if (values) return { lesson, values };
  }
  return null;
}

/** Whether an event of this type has happened to the player's own seat. */
export const did = (now: Situation, ...events: GameEvent["event"][]): boolean =>
  now.log.some((entry) =>
    entry.events.some((one) => events.includes(one.event) && "seat" in one && one.seat === now.seat),
  );

/** For lessons whose text has no values. */
export const when = (holds: boolean): Values | null => (holds ? {} : null);
