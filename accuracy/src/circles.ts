import { parseArgs } from "node:util";
import { daySets, madeUpSets, recordedSets, type CircleSet } from "./circleSets.ts";
import { circleRows, circleTable } from "./circleTable.ts";
import { recordingsFolder } from "./recordedSets.ts";

/**
 * `npm run accuracy -- circles [--seeds 8] [--first 1] [--only sites|lives|recordings]`: how many truths are
 * within the circles that should contain 68 and 95 % of them, in all recordings, made-up sites and ordinary days.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "8" },
    first: { type: "string", default: "1" },
    only: { type: "string" },
  },
});
const seedsOf = (count: number): number[] => Array.from({ length: count }, (_, i) => Number(values.first) + i);
/** A day has one tag, a site eighteen. */
const DAYS_A_SITE = 4;

function* everything(): Generator<CircleSet> {
  const folder = recordingsFolder();
  if (folder && (values.only ?? "recordings") === "recordings") yield* recordedSets(folder);
  if ((values.only ?? "sites") === "sites") yield* madeUpSets(seedsOf(Number(values.seeds)));
  if ((values.only ?? "lives") === "lives") yield* daySets(seedsOf(DAYS_A_SITE * Number(values.seeds)));
}

process.stdout.write(`${circleTable(circleRows(everything()))}\n`);
