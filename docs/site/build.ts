// `node docs/site/build.ts`: the documentation site, into .cache/docs/built. Run by scripts/buildDocs.mjs.
import { join } from "node:path";
import { build } from "vitepress";
import { writePages } from "./gatherPages.ts";

const docs = join(import.meta.dirname, "..");
await writePages(docs, join(docs, "..", ".cache", "docs", "pages"));
await build(docs);
