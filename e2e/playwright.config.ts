import { defineConfig } from "@playwright/test";

// Debian's own browser, or the one named by the environment; npm test finds or installs it.
const executablePath = process.env["PULSE_CHROMIUM"] ?? "/usr/bin/chromium";

export default defineConfig({
  testDir: "specs",
  outputDir: "../test-results",
  // One product, one world: the specs take turns. A second worker is no faster on two cores.
  workers: 1,
  fullyParallel: false,
  // A test that passes on the second try hides a fault.
  retries: 0,
  forbidOnly: process.env["CI"] === "true",
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: "list",
  use: {
    viewport: { width: 1440, height: 900 },
    // Software draws the map, in a quarter of the time for a quarter of the pixels; specs that check pixels set 1.
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
      // because pages are faster without it.
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
