// Also stores the text files of a build with Brotli compression: a tenth smaller than what the server compresses on
// request.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompress } from "node:zlib";
import { promisify } from "node:util";
import type { Plugin } from "vite";

const TEXT = /[.](?:css|html|js|json|svg|webmanifest)$/;
const pack = promisify(brotliCompress);

export function brotli(): Plugin {
  return {
    name: "brotli",
    apply: "build",
    enforce: "post",
    async writeBundle({ dir }, bundle) {
      const texts = Object.keys(bundle).filter((name) => TEXT.test(name));
      await Promise.all(
        texts.map(async (name) => {
          const path = join(dir!, name);
          await writeFile(`${path}.br`, await pack(await readFile(path)));
        }),
      );
    },
  };
}
