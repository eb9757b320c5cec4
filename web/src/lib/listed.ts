/** The listed folders in order, each with its module if `import.meta.glob` found one. */
export const folders = <T>(names: readonly string[], found: Record<string, T>): [string, T | undefined][] =>
  names.map((name) => [
    name,
    found[Object.keys(found).find((path) => path.split("/").at(-2) === name) ?? ""],
  ]);

/** The modules of the listed folders. */
export const listed = <T>(names: readonly string[], found: Record<string, T>): T[] =>
  folders(names, found).flatMap(([, module]) => module ?? []);
