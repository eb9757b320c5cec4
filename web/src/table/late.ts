// Parts of a table that are loaded on demand, or all together while there is still a server to load them from.
import { languages } from "../i18n";
import type { TableUI } from "../lib/tableui";

export async function loadLate(ui: TableUI): Promise<void> {
  await Promise.all([
    languages.open("games"),
    languages.open("hints"),
    import("./Strip.svelte"),
    import("./HintPanel.svelte"),
    import("./HelpDialog.svelte"),
    import("./TableMenu.svelte"),
    ui.end(),
    ui.hints(),
  ]);
}
