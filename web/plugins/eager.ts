// Adds a comment that makes Chromium compile the chunks of a table in parallel while they load, instead of function by
// function on first use. Other browsers ignore it.
import type { Plugin } from "vite";

/** It must be the first line. */
const HINT = "//# allFunctionsCalledOnLoad\n";
const AT_ONCE = new Set(["index", "common", "table", "tableui"]);

export function eager(): Plugin {
  return {
    name: "eager",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type === "chunk" && AT_ONCE.has(chunk.name)) chunk.code = HINT + chunk.code;
        }
      },
    },
  };
}
