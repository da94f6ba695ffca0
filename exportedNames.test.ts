import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { mayImport } from "./.dependency-cruiser.mjs";

const root = import.meta.dirname;
// Far below the real number: a search that reads nothing would find nothing wrong.
const fewestSources = 60;

// words.md: an export carries the field's noun for a thing, and a function's name says its effect.
const participles = new Set("told gone kept heard given taken asked said spoken strayed believed sought".split(" "));
/** These say nothing alone, and may be a word of a longer name. */
const alone = new Set("made left again behind over mine one alike strange spoke goOn byItself".split(" "));
/** Exports that still have to be renamed. The list may only shrink. */
const remaining = [
  "accuracy/src/plainLeastSquares.ts: HeardAnchor",
  "cli/test/gatewayBroker.ts: HeardMessage",
  "cli/test/streams.ts: keptStream",
  "contract/src/drawing.ts: LatLonGiven",
  "contract/src/gatewayReports.ts: Heard",
  "contract/src/gatewayReports.ts: listHeardHardwares",
  "contract/src/trackerSignals.ts: listHeardTrackers",
  "positioning/src/engine/testSite.ts: heard",
  "positioning/src/window/signalState.ts: HeardPacket",
  "server/test/support/askedDevices.ts: askedDevices",
  "server/test/support/askedReports.ts: askedReports",
  "server/test/support/keptSightings.ts: keptSightings",
  "server/test/support/killedPulse.ts: OnceHeard",
  "server/test/support/killedWriter.ts: Asked",
  "web/src/calibration/HeardNow.tsx: HeardNow",
  "web/src/history/heardTrackers.ts: HeardTracker",
];

describe("exported names", () => {
  test("no exported name is or contains a participle that is used as a noun", () => {
    const sources = Object.keys(mayImport).flatMap(sourcesIn);
    expect(sources.length).toBeGreaterThan(fewestSources);
    const found = sources.flatMap((path) =>
      exportsOf(readFileSync(join(root, path), "utf8"))
        .filter(hasParticiple)
        .map((name) => `${path}: ${name}`),
    );
    expect([...new Set(found)].toSorted()).toEqual(remaining.toSorted());
  });

  test.each(["told", "made", "HeardTracker", "keptAnswers", "toldOf", "Asked", "byItself"])(
    "the export %s is refused: it is a participle, not a noun",
    (name) => {
      expect(hasParticiple(name)).toBe(true);
    },
  );

  test.each(["isHeard", "hasGone", "sightings", "reportEvents", "storedPosition", "SendAgain"])(
    "the export %s is accepted",
    (name) => {
      expect(hasParticiple(name)).toBe(false);
    },
  );

  test("exports are found in every way of writing them", () => {
    const source = [
      "export const a = 1;",
      "export async function b(): Promise<void> {}",
      "export default function c() {}",
      "export interface D {}",
      "export type E = string;",
      "export class F {}",
      'export { g, h as i, type J } from "./k.ts";',
      "const l = 1;",
    ].join("\n");
    expect(exportsOf(source)).toEqual(["a", "b", "c", "D", "E", "F", "g", "i", "J"]);
  });
});

/** The names that a source exports. */
function exportsOf(source: string): string[] {
  const pattern =
    /^export (?:default )?(?:abstract |async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)|^export (?:type )?\{([^}]*)\}/gm;
  return [...source.matchAll(pattern)].flatMap(([, name, list]) =>
    name === undefined ? list!.split(",").flatMap((entry) => /(\w+)\s*$/.exec(entry)?.[1] ?? []) : [name],
  );
}

/** Whether one of a name's words is such a participle; `isHeard` and `hasGone` are statements. */
function hasParticiple(name: string): boolean {
  if (alone.has(name)) return true;
  const words = name.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g)?.map((word) => word.toLowerCase()) ?? [];
  return !["is", "was", "has"].includes(words[0] ?? "") && words.some((word) => participles.has(word));
}

function sourcesIn(workspace: string): string[] {
  return readdirSync(join(root, workspace), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /[.]tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !/node_modules|[/](dist|data|results|test-results|coverage)[/]|[.](test|spec|d)[.]/.test(path));
}
