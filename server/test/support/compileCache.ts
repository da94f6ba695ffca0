import { fileURLToPath } from "node:url";

/**
 * For the environment of processes that run the product: Node keeps what it compiled, and the next process starts with a
 * third less work.
 */
export const compileCache = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL("../../../node_modules/.cache/pulse/compiled", import.meta.url)),
};
