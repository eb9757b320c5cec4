// Catalogues of ICU messages become JavaScript when the client is built: `import catalogue from "./en/ui.json?messages"`
// gives a function for every message, and no reader of messages has to be loaded.
import { readFile } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import MessageFormat from "@messageformat/core";
import compileModule from "@messageformat/core/compile-module";
import type { Plugin } from "vite";

const QUERY = "?messages";
const PREFIX = "\0messages:";

/** The catalogue of a language (the name of its folder) as the source of a module. A message that cannot be read throws. */
export function compile(language: string, messages: Record<string, string>): string {
  return compileModule(new MessageFormat(language, { strict: true }), messages);
}

export function messages(): Plugin {
  return {
    name: "messages",
    enforce: "pre",
    resolveId(source, importer) {
      if (!source.endsWith(QUERY) || !importer) return null;
      const path = source.slice(0, -QUERY.length);
      // Vite names what a glob finds from the root of the project. The ending keeps its reader of JSON away.
      const file = path.startsWith("/src/") ? resolve(`.${path}`) : resolve(dirname(importer), path);
      return `${PREFIX}${file}.js`;
    },
    async load(id) {
      if (!id.startsWith(PREFIX)) return null;
      const file = id.slice(PREFIX.length, -".js".length);
      this.addWatchFile(file);
      const source = compile(basename(dirname(file)), JSON.parse(await readFile(file, "utf8")));
      return source.replace('"@messageformat/runtime"', '"/src/i18n/runtime.ts"');
    },
  };
}
