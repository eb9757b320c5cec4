// Choosing from a long list step by step: first the kind, then the subject, then the details.

/** An item, and the words of each step that lead to it. Items with the same words are one choice. */
export interface Choice {
  value: string;
  path: readonly string[];
}

/** A step: its options and the picked one, or "" if none is picked yet. */
export interface Step {
  options: string[];
  picked: string;
}

/**
 * The steps for the picks so far. After the first step, a single option is picked automatically. `values`: the chosen
 * items; empty until the last step.
 */
export function stepsOf(
  choices: readonly Choice[],
  picks: readonly string[],
): { steps: Step[]; values: string[] } {
  const steps: Step[] = [];
  let left = choices;
  for (let depth = 0; ; depth++) {
    const options = [...new Set(left.flatMap(({ path }) => path[depth] ?? []))];
    if (depth === 1) options.sort((a, b) => a.localeCompare(b)); // the list can be long
    if (!options.length) return { steps, values: left.map(({ value }) => value) };
    const only = depth > 0 && options.length === 1;
    const picked = only ? options[0] : options.find((option) => option === picks[depth]);
    steps.push({ options, picked: picked ?? "" });
    if (picked === undefined) return { steps, values: [] };
    left = left.filter(({ path }) => path[depth] === picked);
  }
}

/** Consecutive items with the same text, as one entry. */
export function runsOf<T>(items: readonly T[], textOf: (item: T) => string): { text: string; items: T[] }[] {
  const runs: { text: string; items: T[] }[] = [];
  for (const item of items) {
    const text = textOf(item);
    const last = runs.at(-1);
    if (last?.text === text) last.items.push(item);
    else runs.push({ text, items: [item] });
  }
  return runs;
}
