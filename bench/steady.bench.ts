// The live map without user input: the product's own page in a real browser, over the real socket, while everything on the
// site moves. Whatever the page does must leave it free to respond to clicks.
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { chromium, type Page } from "@playwright/test";
import config from "../e2e/playwright.config.ts";
import { buildWebIfStale } from "../scripts/buildWeb.mjs";
import { isSmoke, measured, quantile, report, sized } from "./harness.ts";
import { type Task, tasksOf, traceCategories } from "./load/mainThread.ts";
import { movingSite } from "./load/movingSite.ts";
import { runPulse } from "./load/runningPulse.ts";

const assets = sized(Number(process.env["STEADY_ASSETS"] ?? 10_000), 60);
/** Each thing is located again after this. */
const turnMs = sized(10_000, 500);
/** By then the first drawing, the first load and the compilation of hot code are over. */
const settleMs = sized(20_000, 300);
/** More than a minute, because the page reloads the whole site once a minute. */
const tracedMs = sized(65_000, 1_000);
const longMs = 50;

if (!(await buildWebIfStale())) throw new Error("the web app does not build");
const running = await runPulse(
  { gateways: 50, trackers: assets },
  undefined,
  join(import.meta.dirname, "..", "web", "dist"),
);
const moving = movingSite(running);
const browser = await chromium.launch({
  ...config.use?.launchOptions,
  executablePath: process.env["PULSE_CHROMIUM"] ?? "/usr/bin/chromium",
});
let tasks: Task[] = [];
let heard = 0;
let lines = 0;
try {
  await moving.locateAll();
  moving.start(turnMs);
  const page = await openMap();
  await pause(settleMs);
  const [before, linesBefore] = [heard, lines];
  await browser.startTracing(page, { categories: traceCategories });
  await pause(tracedMs);
  const trace = await browser.stopTracing();
  heard -= before;
  if (lines > linesBefore) throw new Error("the live line broke meanwhile");
  tasks = tasksOf(trace);
} finally {
  moving.stop();
  await browser.close();
  await running.stop();
}

const minutes = tracedMs / 60_000;
const by = (key: "lastedMs" | "workedMs" | "scriptMs"): number[] => tasks.map((task) => task[key]);
const highest = (of: number[]): number => of.reduce((most, each) => Math.max(most, each), 0);
const long = (of: number[]): number => of.filter((ms) => ms > longMs).length;
for (const { lastedMs, workedMs, scriptMs, longest } of tasks.toSorted((a, b) => b.workedMs - a.workedMs).slice(0, 12))
  process.stderr.write(
    `lasted ${lastedMs.toFixed(1)}, worked ${workedMs.toFixed(1)}, script ${scriptMs.toFixed(1)} ms: ${longest}\n`,
  );
const ascending = by("scriptMs").toSorted((a, b) => a - b);
report({
  bench: "steady",
  unit: "ms",
  measured: [
    measured("longest task, script", [highest(by("scriptMs"))]),
    measured("longest task, script with styles and layout", [highest(by("workedMs"))]),
    measured("task, script, p99", [quantile(ascending, 0.99)]),
    measured("script a second", [by("scriptMs").reduce((sum, ms) => sum + ms, 0) / (tracedMs / 1000)]),
  ],
  aims: [
    { what: `tasks with more than ${longMs} ms of script`, value: long(by("scriptMs")), atMost: 0 },
    {
      what: `tasks with more than ${longMs} ms of the page's own work, with styles and layout`,
      value: long(by("workedMs")),
    },
    { what: `tasks that lasted longer by the clock on the wall, with all waiting`, value: long(by("lastedMs")) },
  ],
  notes: [
    `the map's page at 1440 × 900 with its list, ${assets.toLocaleString("en-US")} assets on one floor, ${Math.round((heard / tracedMs) * 1000)} positions a second heard over the socket`,
    `${tasks.length.toLocaleString("en-US")} tasks of the main thread in ${(minutes * 60).toFixed(0)} s, after ${settleMs / 1000} s; times are the thread's own, as Chromium's trace tells them`,
    "headless Chromium, WebGL in software by another process; server and browser share the machine",
  ],
});
if (isSmoke && heard === 0) throw new Error("nothing came over the socket");

/** The map of the site, signed in, once it is live and its list is filled. */
async function openMap(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: "block" });
  const kept = JSON.stringify({ ...running.session, idTokenExpiry: Date.now() + 3_600_000 });
  await context.addInitScript((session) => {
    (globalThis as unknown as { localStorage: { setItem(key: string, value: string): void } }).localStorage.setItem(
      "cognito_token",
      session,
    );
  }, kept);
  const page = await context.newPage();
  page.on("pageerror", (error) => process.stderr.write(`${error.message}\n`));
  page.on("websocket", (socket) => {
    lines += 1;
    socket.on("framereceived", ({ payload }) => {
      heard += payload.toString().split('"tracker_id"').length - 1;
    });
  });
  await page.goto(`${running.pulse.url}/sites/${running.site.siteId}/map`);
  await page.getByText("Live", { exact: true }).first().waitFor({ timeout: 60_000 });
  await page
    .locator("[data-asset-guid]")
    .nth(assets - 1)
    .waitFor({ state: "attached", timeout: 60_000 });
  return page;
}
