import { defineConfig } from "vitest/config";

// Apart from vitest.config.ts: each fault disturbs a whole cell, which has the machine to itself meanwhile (`npm run test:faults`).
const isShort = process.env["PULSE_FAULTS_SHORT"] === "1";

export default defineConfig({
  test: {
    // CI tries a cell alone, with one fault of each kind: kill.test.ts kills the embedded mode there.
    include: isShort ? ["server/test/faults/faults.faults.ts"] : ["server/test/faults/*.faults.ts"],
    maxWorkers: 1,
    // No test measures time: one that takes longer than this hangs.
    testTimeout: 600_000,
    hookTimeout: 300_000,
  },
});
