// Of which sources a picture of the documentation was taken: docs/screenshots/sources.json.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot, root } from "./paths.mjs";

const listed = inRoot("docs", "screenshots", "sources.json");
/** What each screen's picture depends on besides its own spec and source. */
const shared = ["e2e/screenshots/screen.ts"];

/** The sources of a picture as they are now, each with the first digits of its hash; null: it is not there any more. */
export function hashesOf(sources) {
  return Object.fromEntries(
    [...sources, ...shared].map((source) => {
      const path = join(root, source);
      return [source, existsSync(path) ? hashOf(readFileSync(path, "utf8")) : null];
    }),
  );
}

/** White space is the formatter's, and no picture shows it. */
function hashOf(text) {
  return createHash("sha256").update(text.replaceAll(/\s+/g, "")).digest("hex").slice(0, 12);
}

/** What each picture was taken of, by its file name. */
export function pictureRecords() {
  return existsSync(listed) ? JSON.parse(readFileSync(listed, "utf8")) : {};
}

/** Notes that this picture of a screen was taken of these sources as they are now. */
export function notePicture(file, screen, sources) {
  const all = { ...pictureRecords(), [file]: { screen, sources: hashesOf(sources) } };
  const sorted = Object.fromEntries(Object.entries(all).toSorted(([first], [second]) => (first < second ? -1 : 1)));
  writeFileSync(listed, `${JSON.stringify(sorted, null, 2)}\n`);
}

/** Why a picture has to be taken anew, and how; null: it is no older than its screen. */
export function staleness(file, records = pictureRecords()) {
  const of = records[file];
  if (of === undefined) return `${file} is not by npm run screenshots`;
  const now = hashesOf(Object.keys(of.sources).filter((source) => !shared.includes(source)));
  const changed = Object.keys(now).filter((source) => now[source] !== of.sources[source]);
  if (changed.length === 0) return null;
  return `${file} is older than ${changed.join(", ")}: npm run screenshots -- ${of.screen}`;
}
