import { defineConfig } from "@playwright/test";

// Debian's own browser, or the one named by the environment; npm test finds or installs it.
const executablePath = process.env["PULSE_CHROMIUM"] ?? "/usr/bin/chromium";

export default defineConfig({
  testDir: "specs",
  outputDir: "../test-results",
  globalSetup: "./globalSetup.ts",
  // Each worker has its own product and so its own world, in which its files take turns.
  workers: 2,
  fullyParallel: false,
  // A test that passes on the second try hides a fault.
  retries: 0,
  forbidOnly: process.env["CI"] === "true",
  // No test measures time: one that takes longer than this hangs, also on a machine that many share.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: "list",
  // The slowest files are printed at the end.
  reportSlowTests: { max: 10, threshold: 0 },
  use: {
    actionTimeout: 60_000,
    viewport: { width: 1440, height: 900 },
    // Software draws the map, in a quarter of the time for a quarter of the pixels; specs that check pixels set 1. Most
    // specs need no map: see `drawsMap` of the fixtures.
    deviceScaleFactor: 0.5,
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    // A service worker's requests bypass a test's routes; only offline.spec.ts lets it run.
    serviceWorkers: "block",
    // Waiting for animations takes a tenth of the time; specs that check them turn motion on.
    contextOptions: { reducedMotion: "reduce" },
    // Recording each step takes a quarter of the time; use `--trace on` to investigate a test.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath,
      // The sandbox cannot start as root; a container's small /dev/shm kills tabs; software GL draws only the map,
      // because pages take a fifth of the work without it.
      args: [
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--use-angle=swiftshader",
        "--enable-unsafe-swiftshader",
        "--disable-gpu-compositing",
        "--disable-gpu-rasterization",
      ],
    },
  },
});
