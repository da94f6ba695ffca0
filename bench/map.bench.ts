// The map in a real browser: how long it takes to draw many assets, and the page's cost of moving them. For comparison, on
// the same page, a plain GeoJSON source that is set again at each change.
import { createServer, type Server } from "node:http";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import config from "../e2e/playwright.config.ts";
import { buildMapBenchIfStale } from "../scripts/buildWeb.mjs";
import { isSmoke, measured, type Measured, medianOf, report, sized } from "./harness.ts";

const counts = isSmoke ? [1000] : [1000, 10_000, 50_000];
const rounds = sized(8, 1);
const draws = sized(3, 1);
const moving = 100;

/** The functions that the page offers (web/bench/mapBench.ts). */
interface MapBench {
  start(kind: "engine" | "setData"): Promise<void>;
  load(count: number): Promise<number>;
  move(count: number, rounds: number): Promise<{ frames: number; longTasks: number[]; appliedMs: number }>;
  oneUpdate(count: number): Promise<number>;
}
interface InPage {
  mapBench: MapBench;
}

// scripts/bench.mjs finds the browser and says if there is none.
const executablePath = process.env["PULSE_CHROMIUM"] ?? "/usr/bin/chromium";
const built = await buildMapBenchIfStale();
if (built === null) throw new Error("the page does not build");

const server = await serve(built);
const browser = await chromium.launch({ ...config.use?.launchOptions, executablePath });
const results: Measured[] = [];
try {
  for (const kind of ["engine", "setData"] as const)
    for (const count of counts) {
      const drawn: number[] = [];
      for (let nth = 0; nth < draws; nth++) {
        const page = await open(kind);
        drawn.push(await page.evaluate((n) => (globalThis as unknown as InPage).mapBench.load(n), count));
        if (nth === draws - 1) await moves(page, kind, count);
        await page.close();
      }
      results.push(measured(`${kind} ${count}: drawn`, drawn));
      process.stderr.write(`${kind} ${count}: drawn ${drawn.map(Math.round).join(" ")}\n`);
    }
} finally {
  await browser.close();
  server.close();
}

const most = counts.at(-1) ?? 0;
const middle = counts.at(-2) ?? most;
report({
  bench: "map",
  unit: "ms",
  measured: results,
  aims: [
    { what: `${most} drawn`, value: medianOf(results, `engine ${most}: drawn`), atMost: 500 },
    {
      what: `${most} drawn ÷ ${counts[0]} drawn`,
      value: medianOf(results, `engine ${most}: drawn`) / medianOf(results, `engine ${counts[0]}: drawn`),
      atMost: 12,
    },
    {
      what: `script a frame, ${middle} all moving`,
      value: medianOf(results, `engine ${middle}, all moving: script a frame`),
      atMost: 8,
    },
    {
      what: `setData ÷ engine, until an update is drawn, ${most} with ${moving} moving`,
      value:
        medianOf(results, `setData ${most}, ${moving} moving: update drawn`) /
        medianOf(results, `engine ${most}, ${moving} moving: update drawn`),
      atLeast: 10,
    },
  ],
  notes: [
    `headless Chromium, 1384 × 838 px at scale 1, WebGL in software (SwiftShader): a graphics card is quicker`,
    `some of all assets moved every 500 ms, ${rounds} times; script is the main thread's, as Chromium counts it`,
    "setData is the smallest map one could write: circles, no names, no clusters, no gliding",
  ],
});

async function moves(page: Page, kind: string, count: number): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Performance.enable");
  const scriptMs = async (): Promise<number> => {
    const { metrics } = await devTools.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "ScriptDuration")?.value ?? Number.NaN) * 1000;
  };
  for (const some of [moving, count]) {
    const title = `${kind} ${count}, ${some === count ? "all" : some} moving`;
    const before = await scriptMs();
    const told = await page.evaluate(([n, times]) => (globalThis as unknown as InPage).mapBench.move(n, times), [
      some,
      rounds,
    ] as const);
    const tookMs = (await scriptMs()) - before;
    const updatesMs: number[] = [];
    for (let nth = 0; nth < draws; nth++)
      updatesMs.push(await page.evaluate((n) => (globalThis as unknown as InPage).mapBench.oneUpdate(n), some));
    results.push(
      measured(`${title}: script a frame`, [tookMs / told.frames]),
      measured(`${title}: script an update`, [tookMs / rounds]),
      measured(`${title}: handed over`, [told.appliedMs / rounds]),
      measured(`${title}: long tasks`, [told.longTasks.reduce((sum, ms) => sum + ms, 0) / rounds]),
      measured(`${title}: frames a second`, [told.frames / (rounds * 0.5)]),
      measured(`${title}: update drawn`, updatesMs),
    );
    process.stderr.write(`${title}: ${JSON.stringify({ tookMs, ...told, updatesMs })}\n`);
  }
}

/** The page with its map started. */
async function open(kind: "engine" | "setData"): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1400, height: 850 } });
  page.on("pageerror", (error) => process.stderr.write(`${error.message}\n`));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.evaluate((which) => (globalThis as unknown as InPage).mapBench.start(which), kind);
  return page;
}

async function serve(folder: string): Promise<Server> {
  const kinds: Record<string, string> = { ".html": "text/html", ".css": "text/css" };
  const serving = createServer((request, response) => {
    const path = request.url === "/" ? "/index.html" : (request.url ?? "/");
    readFile(join(folder, path)).then(
      (bytes) => response.writeHead(200, { "content-type": kinds[extname(path)] ?? "text/javascript" }).end(bytes),
      () => response.writeHead(404).end(),
    );
  }).listen(0, "127.0.0.1");
  await once(serving, "listening");
  return serving;
}
