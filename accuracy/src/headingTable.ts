import { parseArgs } from "node:util";
import { headingFigures } from "./headings.ts";
import { WALKS } from "./walkedTracks.ts";

/**
 * `npm run accuracy -- headingTable --first 3301 --seeds 100`: how accurately browsers draw the heading of
 * walking and turning tags, how soon after a turn, and how often they draw one for a still tag.
 */
const { values } = parseArgs({
  options: { first: { type: "string", default: "3301" }, seeds: { type: "string", default: "100" } },
});
const seeds = Array.from({ length: Number(values.seeds) }, (_, i) => Number(values.first) + i);
const percent = (share: number): string => (Number.isNaN(share) ? "" : `${(100 * share).toFixed(0)} %`);
const degrees = (deg: number): string => (Number.isNaN(deg) ? "" : deg.toFixed(0));
for (const walk of WALKS) {
  const f = headingFigures(walk, seeds);
  const off = walk.speedMps > 0 ? `${degrees(f.medianDeg)} / ${degrees(f.p90Deg)}` : "";
  const turns = walk.speedMps > 0 ? `${percent(f.within3S)}, ${percent(f.after3S)} of ${f.turns}` : "";
  const cells = [walk.name, off, percent(f.drawn), turns, percent(f.walkerMoves), percent(f.stillDrawn)];
  process.stdout.write(`| ${[...cells, percent(f.stillMoves)].join(" | ")} |\n`);
}
