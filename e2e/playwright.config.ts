import { defineConfig } from "@playwright/test";

// Debian's own browser, or the one a person names; npm test finds or installs it.
const executablePath = process.env["PULSE_CHROMIUM"] ?? "/usr/bin/chromium";

export default defineConfig({
  testDir: "specs",
  outputDir: "../test-results",
  // One product, one world: the specs take turns. A second worker is no quicker on two cores.
  workers: 1,
  fullyParallel: false,
  // A test that passes at the second try hides a fault.
  retries: 0,
  forbidOnly: process.env["CI"] === "true",
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: "list",
  use: {
    viewport: { width: 1440, height: 900 },
    // Software draws the map, and takes a quarter of the time for a quarter of the pixels; specs that look at pixels say 1.
    deviceScaleFactor: 0.5,
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    // A worker's requests pass by what a test lays in their way; offline.spec.ts lets it run.
    serviceWorkers: "block",
    // Waiting for what glides and fades takes a tenth of the time; specs that look at it ask for motion.
    contextOptions: { reducedMotion: "reduce" },
    // Recording each step takes a quarter of the time; `--trace on` does so for a test one looks into.
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath,
      // As root the sandbox cannot start; small /dev/shm of containers kills tabs; software GL draws the map, and it alone:
      // pages are quicker without it.
      args: [
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--use-angle=swiftshader",
        "--enable-unsafe-swiftshader",
        "--disable-gpu-rasterization",
      ],
    },
  },
});
