import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

const docs = join(import.meta.dirname, "..", "..", "docs");

/** The names of the pictures that pages of the documentation show. */
export function shownPictures(): ReadonlySet<string> {
  const pages = globSync("{*,guide/**/*,de/**/*}.md", { cwd: docs }).map((page) =>
    readFileSync(join(docs, page), "utf8"),
  );
  const paths = pages.flatMap((text) => [...text.matchAll(/!\[[^\]]*\]\(([^)\s]+\.png)\)/g)].map(([, path]) => path!));
  return new Set(paths.map((path) => basename(path)));
}
