// Tells the server which files of a build a page wants: those that every page names, those of the page itself, the
// catalogue of its language, and what draws its kind of game. The server names them in a header, so that they come as
// soon as can be.
import type { Plugin, Rolldown } from "vite";

const FILE = "preloads.json";
const CATALOGUE = /messages:([a-z]+)[/]ui$/;
const KIT = /[/]src[/]([a-z]+)[/]kit[.]ts$/;
/** Where people come first. */
const PAGE = /[/]src[/](?:pages|table)[/](Start|Lobby)[.]svelte$/;

interface Preloads {
  every: string[];
  pages: Record<string, string[]>;
  languages: Record<string, string[]>;
  kinds: Record<string, string[]>;
}

export function preloads(): Plugin {
  return {
    name: "preloads",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const page = String((bundle["index.html"] as Rolldown.OutputAsset).source);
      const named = [...page.matchAll(/(?:src|href)="([/]assets[/][^"]+)"/g)].map(([, path]) => path!);
      const found: Preloads = { every: named, pages: {}, languages: {}, kinds: {} };
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk" || !chunk.facadeModuleId) continue;
        const language = CATALOGUE.exec(chunk.facadeModuleId)?.[1];
        const kind = KIT.exec(chunk.facadeModuleId)?.[1];
        const part = PAGE.exec(chunk.facadeModuleId)?.[1];
        if (language) found.languages[language] = files(chunk, bundle, named);
        if (kind) found.kinds[kind] = files(chunk, bundle, named);
        if (part) found.pages[part] = files(chunk, bundle, named);
      }
      this.emitFile({ type: "asset", fileName: FILE, source: JSON.stringify(found) });
    },
  };
}

/** A chunk, the chunks that it imports and their styles, without what the page itself names. */
function files(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle, named: string[]): string[] {
  const chunks = new Set([chunk]);
  for (const one of chunks) {
    for (const name of one.imports) {
      const imported = bundle[name];
      if (imported?.type === "chunk") chunks.add(imported);
    }
  }
  const names = [...chunks].flatMap((one) => [one.fileName, ...(one.viteMetadata?.importedCss ?? [])]);
  return [...new Set(names)].map((name) => `/${name}`).filter((path) => !named.includes(path));
}
