import { defineConfig } from "vitest/config";

// Apart from vitest.config.ts: each fault disturbs a whole cell, which has the machine to itself meanwhile (`npm run test:faults`).
export default defineConfig({
  test: {
    include: ["server/test/faults/*.faults.ts"],
    maxWorkers: 1,
    // No test measures time: one that takes longer than this hangs.
    testTimeout: 600_000,
    hookTimeout: 300_000,
  },
});
