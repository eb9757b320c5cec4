// Tells the server which files of a build a page needs: those of every page, those of the page itself or of its part for
// returning users, the catalogues of its language, and the table or the rules of its kind of game. The server names them
// in a header, so that they load as early as possible.
import type { Plugin, Rolldown } from "vite";

const FILE = "preloads.json";
const CATALOGUE = /messages:([a-z]+)[/](ui|rules|games|home)$/;
const OF_KIND = /[/]src[/]([a-z]+)[/](tableui|book)[.]ts$/;
const PAGE = /[/]src[/](?:pages|table|history)[/](Start|TablePage|Lobby|RulesPage|home)[.](?:svelte|ts)$/;

interface Preloads {
  every: string[];
  pages: Record<string, string[]>;
  /** By part and language. */
  catalogues: Record<string, Record<string, string[]>>;
  /** By module and kind. */
  kinds: Record<string, Record<string, string[]>>;
}

export function preloads(): Plugin {
  return {
    name: "preloads",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const html = String((bundle["index.html"] as Rolldown.OutputAsset).source);
      const named = [...html.matchAll(/(?:src|href)="([/]assets[/][^"]+)"/g)].map(([, path]) => path!);
      const found: Preloads = { every: named, pages: {}, catalogues: {}, kinds: {} };
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk" || !chunk.facadeModuleId) continue;
        const [, language, part] = CATALOGUE.exec(chunk.facadeModuleId) ?? [];
        const [, kind, module] = OF_KIND.exec(chunk.facadeModuleId) ?? [];
        const [, page] = PAGE.exec(chunk.facadeModuleId) ?? [];
        if (language && part) (found.catalogues[part] ??= {})[language] = files(chunk, bundle, named);
        if (kind && module) (found.kinds[module] ??= {})[kind] = files(chunk, bundle, named);
        if (page) found.pages[page] = files(chunk, bundle, named);
      }
      this.emitFile({ type: "asset", fileName: FILE, source: JSON.stringify(found) });
    },
  };
}

/** A chunk with its imports and their styles, without the files that the page itself names. */
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
