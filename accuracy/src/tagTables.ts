import { parseArgs } from "node:util";
import { firstMinute, minutesOnMetal } from "./changingTags.ts";
import { FRAME_SCENARIOS, FRAMES } from "./frames.ts";
import { DAY_SCENARIOS } from "./dayScenarios.ts";
import { simulateDay, type DayFigures } from "./simulateDay.ts";

/**
 * `npm run accuracy -- tagTables --first 931 --seeds 10 --only days|metal|first|speeds|frames`: the ordinary days;
 * minute by minute after a tag was put onto metal; the first minute by speed and strength; the shown dot compared with the
 * unfiltered one by speed; and tags that send frames of several powers.
 */
const { values } = parseArgs({
  options: {
    first: { type: "string", default: "931" },
    seeds: { type: "string", default: "10" },
    only: { type: "string", default: "days metal first speeds frames" },
  },
});
const seeds = Array.from({ length: Number(values.seeds) }, (_, i) => Number(values.first) + i);
const SPEEDS_MPS = [0, 0.5, 1.4, 2.2, 3, 4];

if (values.only.includes("days")) for (const life of DAY_SCENARIOS) print(life.name, simulateDay(life, seeds));
if (values.only.includes("metal"))
  minutesOnMetal(seeds).forEach((figures, minute) => print(`minute ${minute}`, figures));
if (values.only.includes("first"))
  for (const db of [-10, -8, 0, 10])
    for (const mps of SPEEDS_MPS) print(`first minute, ${db} dB, ${mps} m/s`, firstMinute(mps, db, seeds));
if (values.only.includes("speeds"))
  for (const speedMps of SPEEDS_MPS)
    print(`${speedMps} m/s`, simulateDay({ name: "speed", speedMps, tagDb: 0 }, seeds));
if (values.only.includes("frames"))
  for (const life of FRAME_SCENARIOS)
    for (const [name, frames] of Object.entries(FRAMES))
      print(`${life.name}, ${name}`, simulateDay({ ...life, frames }, seeds));

function print(name: string, f: DayFigures): void {
  const off = (medianM: number, p90M: number): string => `${medianM.toFixed(2)} / ${p90M.toFixed(2)}`;
  const percent = (share: number): string => (100 * share).toFixed(0);
  const isWorse = f.medianM > f.centroidMedianM || f.p90M > f.centroidP90M;
  process.stdout.write(
    `${name}: ${off(f.medianM, f.p90M)}, centroid ${off(f.centroidMedianM, f.centroidP90M)}${isWorse ? " (better)" : ""}, unfiltered ${f.rawMedianM.toFixed(2)}, a step of ${f.stepM.toFixed(2)}, circles ${percent(f.within68)} / ${percent(f.within95)} %, moving ${percent(f.moving)} %\n`,
  );
}
