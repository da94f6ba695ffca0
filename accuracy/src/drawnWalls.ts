import { parseArgs } from "node:util";
import { cityHospital } from "@pulse/simulator/demo/hospital/site";
import type { DemoSite } from "@pulse/simulator/demo/model";
import { defaultRadio, type RadioSettings } from "@pulse/simulator/radio/settings";
import { demoDay } from "./demoDay.ts";
import { demoFigures } from "./demoFigures.ts";

const HARSH = { ...defaultRadio, exponent: 2.6, shadowSdDb: 3.8 };
const wallsOf = (inner: number, maxWallDb: number): Pick<RadioSettings, "wallDb" | "maxWallDb"> => ({
  wallDb: { ...defaultRadio.wallDb, inner },
  maxWallDb,
});
/** The true losses of walls, which the engine does not know. */
export const AIRS: Readonly<Record<string, RadioSettings>> = {
  "the demo's air": defaultRadio,
  harsh: { ...HARSH, ...wallsOf(4, 12) },
  "harsh, but walls take nothing": { ...HARSH, ...wallsOf(0, 0) },
};

/** Median and P90 of moving and resting tags at a site of the demo, with or without its walls in the engine. */
export function wallFigures(
  site: DemoSite,
  day: { seed: number; seconds: number; fromS: number; radio: RadioSettings; learns: boolean; hasWalls: boolean },
): Record<"walking" | "at rest", { medianM: number; p90M: number }> {
  const fixes = [...demoDay(site, day)].filter(({ atS }) => atS > day.fromS);
  const of = (moves: boolean): { medianM: number; p90M: number } =>
    demoFigures(
      site,
      fixes.filter(({ truth }) => truth.moves === moves),
    );
  return { walking: of(true), "at rest": of(false) };
}

/** `npm run accuracy -- drawnWalls --seeds 2841 [--seconds 160] [--from 40] [--learns]`: the hospital with and without its walls. */
function main(): void {
  const { values } = parseArgs({
    options: {
      seeds: { type: "string", default: "2841" },
      seconds: { type: "string", default: "160" },
      from: { type: "string", default: "40" },
      learns: { type: "boolean", default: false },
    },
  });
  const day = { seconds: Number(values.seconds), fromS: Number(values.from), learns: values.learns };
  for (const seed of values.seeds.split(",").map(Number))
    for (const [name, radio] of Object.entries(AIRS))
      for (const hasWalls of [false, true]) {
        const figures = wallFigures(cityHospital(), { ...day, seed, radio, hasWalls });
        for (const [who, { medianM, p90M }] of Object.entries(figures))
          process.stdout.write(
            `${seed}, ${name}, ${who}, ${hasWalls ? "with walls" : "without"}: ${medianM.toFixed(2)} / ${p90M.toFixed(2)}\n`,
          );
      }
}

if (import.meta.main) main();
