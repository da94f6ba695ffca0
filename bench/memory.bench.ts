// The product's memory as the system counts it (VmRSS, VmHWM of /proc): idle after its start, and the demo over minutes.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isSmoke, measured, report, sized } from "./harness.ts";
import { sourceMain, spawnPulse } from "./load/spawnedPulse.ts";

const idleS = sized(30, 1);
const demoS = sized(300, 1);

if (process.platform !== "linux") {
  console.log("memory: only Linux tells by /proc what a process holds; not measured here");
  process.exit(0);
}

const watches = [() => watch("serve", idleS), () => watch("demo", demoS)] as const;
const [idle, demo] = isSmoke
  ? await Promise.all([watches[0](), watches[1]()])
  : [await watches[0](), await watches[1]()];
// The demo's first minute fills its windows and caches; after that its memory must not grow.
const early = demo.heldMb.slice(sized(60, 0), sized(120, 1));
const late = demo.heldMb.slice(-early.length);

report({
  bench: "memory",
  unit: "MB",
  measured: [
    measured("serve, idle", idle.heldMb),
    measured("serve, highest", [idle.highestMb]),
    measured("demo, second minute", early),
    measured("demo, last minute", late),
    measured("demo, highest", [demo.highestMb]),
  ],
  aims: [
    { what: "start and idle, MB", value: idle.highestMb, atMost: 450 },
    { what: "demo, MB", value: demo.highestMb, atMost: 650 },
    { what: "demo, last minute against the second", value: mean(late) / mean(early), atMost: 1.05 },
  ],
  notes: [
    `serve watched for ${idleS} s after it was up, the demo for ${demoS} s; new data folders, the process itself without launcher`,
    "images are decoded in a process beside it that ends when idle and is not counted here",
  ],
});

interface Watched {
  /** Resident memory, MB, once a second after the start. */
  heldMb: number[];
  /** The highest resident memory, MB. */
  highestMb: number;
}

async function watch(command: "serve" | "demo", seconds: number): Promise<Watched> {
  const folder = mkdtempSync(join(tmpdir(), "pulse-memory-"));
  const pulse = await spawnPulse(sourceMain, command, folder);
  try {
    const heldMb: number[] = [];
    for (let second = 0; second < seconds; second++) {
      await pause(1000);
      heldMb.push(pulse.memoryMb("VmRSS"));
    }
    return { heldMb, highestMb: pulse.memoryMb("VmHWM") };
  } finally {
    await pulse.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function mean(figures: number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
}
