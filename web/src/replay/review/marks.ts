// Marks played and better actions on the table.
import type { Hint, RoutePlan, View } from "../../lib/types";

export type Mark = "played" | "better";

/** An action as a hint at the move of a view, as the texts and places of actions expect it. */
export const hintOf = (
  action: string,
  { machine, version }: Pick<View, "machine" | "version">,
  plan: RoutePlan | null = null,
): Hint => ({ machine, version, action, searched: true, instead: null, gain: null, reasons: [], plan });

/** Mark the elements of these selectors; later marks replace earlier ones. Returns a function that removes the marks. */
export function markActions(marks: readonly (readonly [Mark, readonly string[]])[]): () => void {
  const found = marks.map(([mark, selectors]) => ({
    mark,
    elements: selectors.flatMap((selector) => [...document.querySelectorAll(selector)]),
  }));
  for (const { mark, elements } of found) for (const one of elements) one.setAttribute("data-hinted", mark);
  return () => {
    for (const { elements } of found) for (const one of elements) one.removeAttribute("data-hinted");
  };
}
