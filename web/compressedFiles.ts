import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Plugin } from "vite";

const isText = /\.(js|mjs|css|svg)$/;
/** The server compresses nothing smaller either, bytes. */
const minBytes = 2048;
const compress = promisify(brotliCompress);

/**
 * Writes a `.br` beside each built file, compressed as far as Brotli can: a sixth less than what the server reaches in the
 * time of a request. The site that is played from files alone has another base, and a host of its own that compresses.
 */
export function compressedFiles(): Plugin {
  let folder = "";
  let isServed = true;
  return {
    name: "pulse-compressed-files",
    apply: "build",
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
      isServed = config.base === "/";
    },
    async writeBundle(_, bundle) {
      if (!isServed) return;
      const files = Object.keys(bundle).filter((file) => isText.test(file));
      await Promise.all(
        files.map(async (file) => {
          const bytes = await readFile(join(folder, file));
          if (bytes.length < minBytes) return;
          const params = {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          };
          await writeFile(join(folder, `${file}.br`), await compress(bytes, { params }));
        }),
      );
    },
  };
}
