import { existsSync, readdirSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { brotli } from "./plugins/brotli.ts";
import { eager } from "./plugins/eager.ts";
import { languagesPlugin } from "./plugins/languages.ts";
import { preloads } from "./plugins/preloads.ts";
import { shell, WORKER } from "./plugins/shell.ts";
import { specification } from "./plugins/specification.ts";

/** The folders of the kinds of games. */
const KINDS = readdirSync("src").filter((one) => existsSync(`src/${one}/tableui.ts`));

export default defineConfig({
  // Files use relative paths, so their folder can be anywhere. A server sends the page at all addresses, so it names
  // its files from the root; `whistlestop site` changes that.
  experimental: {
    renderBuiltUrl: (_, { hostType }) => (hostType === "html" ? undefined : { relative: true }),
  },
  plugins: [languagesPlugin(), specification(), svelte(), shell(), preloads(), eager(), brotli()],
  build: {
    outDir: "../src/whistlestop/server/static",
    emptyOutDir: true,
    // light-dark() in the style sheet determines the oldest supported browsers.
    target: ["chrome123", "firefox120", "safari17.5"],
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { index: "index.html", worker: "src/worker.ts" },
      // A service worker is identified by its URL, which must not change.
      output: {
        entryFileNames: ({ name }) => (name === "worker" ? WORKER : "assets/[name]-[hash].js"),
        // If every file costs a round trip, a few large ones arrive sooner than many small ones.
        codeSplitting: {
          groups: [
            {
              name: "common",
              test: /\/(src\/((?!lib\/(book|aid)\b)lib|parts|i18n|newgame\/options|pages\/Gone|offline\/games|learn\/Sheets|machines|\w+\/(kind|Picture|mechanisms\/index))|node_modules)\b(?!.*\.json)/,
              minShareCount: 2,
            },
            { name: "table", test: /\/src\/(table|board)\/(?!end\/)/, minShareCount: 2 },
            { name: "end", test: /\/src\/table\/end\//, minShareCount: 2 },
            {
              name: "home",
              test: /\/src\/(history\/(?!HistoryPage)|practice\/(DailyPuzzle|daily)\b)/,
            },
            { name: "faces", test: /\/src\/(faces\/|lib\/characters)/ },
            { name: "learn", test: /\/src\/(learn\/(?!Sheets)|lib\/(book|aid)\b)/, minShareCount: 2 },
            // Code that the table of a kind shares with its lessons, hints and end.
            ...KINDS.map((kind) => ({
              name: kind,
              test: new RegExp(
                `/src/${kind}/(?!.*(kind|Picture|mechanisms/index|book|scenes|lesson|hints|/end))`,
              ),
              minShareCount: 2,
            })),
          ],
        },
      },
    },
    // The third-party packages in the build, with the texts of their licenses; the About page shows it.
    license: { fileName: "licenses.json" },
  },
  // `npm run dev` serves only the client; a `whistlestop serve` on the same machine provides the rest.
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
  worker: { format: "es" },
  test: { include: ["test/**/*.test.ts"], setupFiles: ["test/setup.ts"], environment: "node" },
});
