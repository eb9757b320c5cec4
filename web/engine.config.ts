import { defineConfig } from "vite";

// The engine as a package for JavaScript: `python tools/wasm/build.py` calls this.
export default defineConfig({
  build: {
    lib: { entry: "src/engine/index.ts", formats: ["es"], fileName: "index" },
    outDir: "../build/engine",
    emptyOutDir: false,
    minify: false,
    target: "es2022",
  },
  publicDir: false,
});
