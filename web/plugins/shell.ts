// Tells the service worker of a build what the app cannot open without: what index.html asks for, and the typeface.
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
      const page = String(html.source);
      const fonts = Object.keys(bundle).filter((name) => FONT.test(name));
      const files = [...new Set([...page.matchAll(/"([/]assets[/][^"]+)"/g)].map((found) => found[1]!))];
      files.push(...fonts.map((name) => `/${name}`));
      // Every file has a hash of its content in its name, so the names of all tell builds apart.
      const version = createHash("sha256")
        .update(page)
        .update(Object.keys(bundle).sort().join())
        .digest("hex");
      worker.code = `const SHELL=${JSON.stringify({ version: version.slice(0, 12), files })};${worker.code}`;
    },
  };
}
