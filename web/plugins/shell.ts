// Tells the service worker of a build the files that the app needs offline: those of index.html, and the typeface.
import { createHash } from "node:crypto";
import type { Plugin } from "vite";

export const WORKER = "worker.js";
const FONT = /(?:latin-wght.*[.]woff2|wght.*[.]css)$/;

export function shell(): Plugin {
  return {
    name: "shell",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const html = bundle["index.html"];
      const worker = bundle[WORKER];
      if (html?.type !== "asset" || worker?.type !== "chunk") this.error("no page, or no service worker");
      if (worker.imports.length) this.error("the service worker imports a chunk, but it is not a module");
      const page = String(html.source);
      const fonts = Object.keys(bundle).filter((name) => FONT.test(name));
      const files = [...new Set([...page.matchAll(/"[/](assets[/][^"]+)"/g)].map((found) => found[1]!))];
      files.push(...fonts);
      const all = Object.keys(bundle).filter((name) => name.startsWith("assets/"));
      // Every file name has a hash of its content, so the list of names identifies a build.
      const version = createHash("sha256")
        .update(page)
        .update(Object.keys(bundle).sort().join())
        .digest("hex");
      worker.code = `const SHELL=${JSON.stringify({ version: version.slice(0, 12), files, all })};${worker.code}`;
    },
  };
}
