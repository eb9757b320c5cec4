/** The modules of the folders that are listed, as `import.meta.glob` finds them, in the order of the list. */
export const listed = <T>(names: readonly string[], found: Record<string, T>): T[] =>
  names.flatMap((name) =>
    Object.keys(found)
      .filter((path) => path.split("/").at(-2) === name)
      .map((path) => found[path]!),
  );
