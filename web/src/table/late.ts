// Parts of a table that are loaded when they are needed: all at once, before there is no server to load them from.
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
