// `node docs/site/build.ts`: the documentation site, into .cache/docs/built. Run by scripts/buildDocs.mjs. With `--base=…` it is the
// edition that is published, in .cache/docs-published/built (edition.ts).
import { join } from "node:path";
import { build } from "vitepress";
import { editionOf } from "./edition.ts";
import { writePages } from "./gatherPages.ts";

const docs = join(import.meta.dirname, "..");
await writePages(docs, join(docs, "..", ".cache", editionOf(process.argv.slice(2)).cache, "pages"));
await build(docs);
