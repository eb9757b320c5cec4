/** Not all browsers have it, and TypeScript does not declare it. */
interface Connected {
  readonly connection?: { readonly saveData?: boolean };
}

/** Whether the user wants pages to load only what they need. */
export const savesData = (): boolean => (navigator as Connected).connection?.saveData === true;
