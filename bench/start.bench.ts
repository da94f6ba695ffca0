// From the start of `pulse serve` until /readyz answers, and its memory while idle: the release that `npm run build` makes
// beside the sources that a clone runs.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { alternate, type Contender, isSmoke, measured, medianOf, report, sized } from "./harness.ts";
import { releaseMain, sourceMain, spawnPulse } from "./load/spawnedPulse.ts";

const rounds = 9;
/** How long it is left alone before its memory is read, s: its first collections are over by then. */
const idleS = sized(10, 0);

if (process.platform !== "linux") {
  console.log("start: only Linux tells by /proc what a process holds; not measured here");
  process.exit(0);
}

const build = join(import.meta.dirname, "..", "scripts", "buildRelease.mjs");
if (spawnSync(process.execPath, [build], { stdio: ["ignore", "inherit", "inherit"] }).status !== 0) process.exit(1);

const used = mkdtempSync(join(tmpdir(), "pulse-start-"));
const processor = { source: [] as number[], release: [] as number[] };
const idle = { source: [] as number[], release: [] as number[] };
try {
  const starts = await alternate([starter("source", sourceMain), starter("release", releaseMain)], { rounds });
  const rows = [
    ...(["source", "release"] as const).map((name) => measured(`${name}, processor time, ms`, processor[name])),
    ...(["source", "release"] as const).map((name) => measured(`${name}, idle memory, MB`, idle[name])),
  ];
  const ratio = (what: string): number => medianOf(rows, `release, ${what}`) / medianOf(rows, `source, ${what}`);
  report({
    bench: "start",
    unit: "ms until ready",
    measured: [...starts, ...rows],
    aims: [
      {
        what: "start to ready, release ÷ source",
        value: medianOf(starts, "release") / medianOf(starts, "source"),
        atMost: 0.6,
      },
      { what: "processor time until ready, release ÷ source", value: ratio("processor time, ms") },
      { what: "idle memory, release ÷ source", value: ratio("idle memory, MB"), atMost: 1 },
    ],
    notes: [
      "pulse serve on the embedded database, without launcher; each has a data folder that it has used before",
      `memory is VmRSS, ${idleS} s after it was ready`,
      "on a machine that others use too, only the ratios say something",
    ],
  });
} finally {
  rmSync(used, { recursive: true, force: true });
}

/** Starts and stops one of the two; the first round, which makes its data folder, is a warm-up. */
function starter(name: "source" | "release", main: string): Contender {
  let started = 0;
  return {
    name,
    run: async () => {
      const begun = performance.now();
      const pulse = await spawnPulse(main, "serve", join(used, name));
      try {
        while (!(await pulse.isReady())) await pause(10);
        const tookMs = performance.now() - begun;
        const processorMs = pulse.processorMs();
        await pause(idleS * 1000);
        if (isSmoke || started > 0) {
          processor[name].push(processorMs);
          idle[name].push(pulse.memoryMb("VmRSS"));
        }
        started += 1;
        return tookMs;
      } finally {
        await pulse.stop();
      }
    },
  };
}
