// Global keyboard shortcuts, if enabled in the settings.
import { settings } from "./settings.svelte";

/**
 * A key listener for the window: `shortcut` receives the keys that no element uses, and returns whether it handled one.
 */
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
