import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cityHospital } from "@pulse/simulator/demo/hospital/site";
import { MEASURED, measureAccuracy } from "./demo/measure.ts";
import { figuresOf, figuresTable, daysTable, type Figures } from "./figures.ts";
import { recordingsFolder, runRecordings } from "./recordedSets.ts";
import { DAY_SCENARIOS } from "./dayScenarios.ts";
import { simulateDay } from "./simulateDay.ts";
import { runScenario } from "./runScenario.ts";
import { SCENARIOS } from "./scenarios.ts";

/** `npm run accuracy -- writeBaseline`: runs the harness, prints its table and makes it the new baseline. */
const path = join(import.meta.dirname, "../baseline.json");
const folder = recordingsFolder();
const kept = JSON.parse(readFileSync(path, "utf8")) as { recordings?: Record<string, Figures> };
const scenarios = Object.fromEntries(SCENARIOS.map((one) => [one.name, figuresOf(runScenario(one, 1).score)]));
const recordings = folder ? runRecordings(folder) : (kept.recordings ?? {});
const hospital = cityHospital();
const demo = {
  [hospital.name]: figuresOf(measureAccuracy({ ...MEASURED, site: hospital, mechanism: "TRILATERATED" })),
};
const lives = Object.fromEntries(DAY_SCENARIOS.map((life) => [life.name, simulateDay(life)]));
process.stdout.write(`${figuresTable({ ...scenarios, ...demo, ...recordings })}\n\n${daysTable(lives)}\n`);
const rounded = JSON.stringify({ scenarios, demo, lives, recordings }, (_, value: unknown) =>
  typeof value === "number" ? Math.round(value * 1000) / 1000 : value,
);
writeFileSync(path, `${JSON.stringify(JSON.parse(rounded), null, 2)}\n`);
