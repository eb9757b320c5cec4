// Asks the browser to compile what a table runs at once while it comes, beside the page, instead of function by function
// when they are first called. Browsers that do not know the comment pass it over.
import type { Plugin } from "vite";

/** Must be the first line. */
const HINT = "//# allFunctionsCalledOnLoad\n";
const AT_ONCE = new Set(["index", "common", "table", "kit"]);

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
