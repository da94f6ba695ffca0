import { join } from "node:path";

const own = join(import.meta.dirname, "siteSearch.ts");

/** A Vite plugin: the search box gets our MiniSearch (siteSearch.ts). */
export function ownSearch() {
  return {
    name: "own-search",
    enforce: "pre" as const,
    resolveId: (id: string, importer: string | undefined) =>
      id === "minisearch" && importer?.replace(/\?.*$/, "") !== own ? own : null,
  };
}
