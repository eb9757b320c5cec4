/** Browsers that do not tell it, and TypeScript, know nothing of it. */
interface Connected {
  readonly connection?: { readonly saveData?: boolean };
}

/** Whether the user wants pages to load only what they need. */
export const savesData = (): boolean => (navigator as Connected).connection?.saveData === true;
