import { parseArgs } from "node:util";

/** How the site is built: for Pulse itself, or to be published beside the demo without a server. */
export interface Edition {
  /** The folder of the site on its host, with slashes around it. */
  base: string;
  /** Where the demo is that the start pages show in a frame; null: they show a picture. */
  demoUrl: string | null;
  /** For hosts that know nothing but files: addresses have the ending of their file. */
  isPlain: boolean;
  /** The folder below `.cache` in which it is built. */
  cache: string;
}

/** Reads the edition from a command line, `--base=/demo/docs/ --demo=/demo/`; without these it is Pulse's own. */
export function editionOf(words: readonly string[]): Edition {
  const { values } = parseArgs({
    args: [...words],
    strict: false,
    options: { base: { type: "string" }, demo: { type: "string" } },
  });
  const { base, demo } = values;
  if (typeof base !== "string") return { base: "/docs/", demoUrl: null, isPlain: false, cache: "docs" };
  return { base, demoUrl: typeof demo === "string" ? demo : null, isPlain: true, cache: "docs-published" };
}
