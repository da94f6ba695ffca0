import { defineConfig } from "vitest/config";

// Apart from vitest.config.ts: it needs a release, which `npm run test:release` builds first.
export default defineConfig({
  test: {
    include: ["e2e/release/*.test.ts"],
    // Each mostly waits for npm and for a product of its own.
    maxWorkers: 2,
    experimental: { viteModuleRunner: false },
    // No test measures time: npm may have to fetch tens of megabytes, and one that takes longer than this hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
