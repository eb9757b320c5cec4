// Keys that mean something everywhere on a page, as far as they are wanted.
import { settings } from "./settings.svelte";

/** A listener for the window: `shortcut` is asked for keys that nothing else wants, and says whether it knew one. */
export function shortcuts(shortcut: (event: KeyboardEvent) => boolean, escape?: () => void) {
  return (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.key === "Escape") return escape?.();
    if (!settings.shortcuts || target.matches("input:not([type=radio], [type=checkbox]), select, textarea"))
      return;
    if (shortcut(event)) event.preventDefault();
  };
}
