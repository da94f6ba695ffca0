// `npm test`: every check there is. `npm test -- lint unit` runs only those steps; `npm test -- quick` all but the browser,
// the second database and the benchmarks.
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { buildWebIfStale } from "./buildWeb.mjs";
import { ensureDependencies } from "./ensure.mjs";
import { inRoot } from "./paths.mjs";
import { startPrivatePostgres } from "./privatePostgres.mjs";
import { run, runNode, toolEnvironment } from "./run.mjs";
import { findChromium, findPostgresFolder, installChromium } from "./systemParts.mjs";
import { readCounts, sumCounts } from "./testCounts.mjs";

const inCi = process.env.CI === "true" || process.env.CI === "1";
const reports = inRoot(".cache", "test");

/** A step's result: it passed, it failed, or a part of the system is missing (`why`), which is a failure only in CI. */
const ended = (code, counts = null) => ({ state: code === 0 ? "ok" : "failed", counts });
const missing = (why) => ({ state: inCi ? "failed" : "skipped", counts: null, why });

const tool = async (...command) => ended(await run(command[0], command.slice(1), { env: toolEnvironment() }));
const types = async (...parameters) => ended(await runNode([inRoot("node_modules/typescript/bin/tsc"), ...parameters]));

async function vitest(name, parameters, extra = {}) {
  const report = `${reports}/${name}.json`;
  const vitestBin = inRoot("node_modules/vitest/vitest.mjs");
  const reporting = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const code = await runNode([vitestBin, "run", ...parameters, ...reporting], { env: toolEnvironment(extra) });
  return ended(code, readCounts(report));
}

async function overPostgres() {
  const folder = findPostgresFolder();
  if (folder === null) return missing("no PostgreSQL server (initdb, postgres) on this machine");
  const postgres = await startPrivatePostgres(folder);
  try {
    // The previous run already tested starting a process on a folder, which takes a minute.
    const parameters = ["--project", "server", "--exclude", "cli/test/start.test.ts"];
    return await vitest("postgres", parameters, { PULSE_TEST_DATABASE_URL: postgres.url });
  } finally {
    await postgres.stop();
  }
}

/** Runs every benchmark for seconds, so that none breaks unnoticed between two releases. */
async function benchSmoke() {
  return ended(await runNode([inRoot("scripts/bench.mjs"), "--smoke"], { env: toolEnvironment() }));
}

async function endToEnd() {
  const chromium = findChromium() ?? installChromium();
  if (chromium === null) return missing("no Chromium found or installable; name one by PULSE_CHROMIUM");
  const report = `${reports}/e2e.json`;
  const env = toolEnvironment({ PULSE_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report });
  const playwright = inRoot("node_modules/@playwright/test/cli.js");
  const parameters = ["test", "-c", "e2e/playwright.config.ts", "--reporter=list,json"];
  return ended(await runNode([playwright, ...parameters], { env }), readCounts(report));
}

// The quick ones first, so that simple mistakes are reported within seconds.
const steps = {
  format: () => tool("oxfmt", "--check", "."),
  lint: () => tool("oxlint", "--type-aware", "--max-warnings", "0"),
  types: () => types("-p", "."),
  "types-web": () => types("-p", "web"),
  deadcode: () => tool("knip"),
  build: async () => ended((await buildWebIfStale()) ? 0 : 1),
  unit: () => vitest("unit", []),
  postgres: overPostgres,
  bench: benchSmoke,
  e2e: endToEnd,
};
const slow = new Set(["postgres", "bench", "e2e"]);
const quick = Object.keys(steps).filter((name) => !slow.has(name));

const asked = process.argv.slice(2).flatMap((name) => (name === "quick" ? quick : [name]));
const unknown = asked.filter((name) => !(name in steps));
if (unknown.length > 0) {
  process.stderr.write(`pulse: no step ${unknown.join(", ")}; there are ${Object.keys(steps).join(", ")}, and quick\n`);
  process.exit(1);
}

await ensureDependencies();
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const results = [];
for (const [name, step] of Object.entries(steps)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  process.stdout.write(`\n── ${name}\n`);
  const started = performance.now();
  const result = await step().catch((error) => ({ state: "failed", counts: null, why: error.message }));
  results.push({ name, seconds: (performance.now() - started) / 1000, ...result });
  process.stdout.write(`── ${line(results.at(-1))}\n`);
}

process.stdout.write(`\n${results.map(line).join("\n")}\n`);
const data = resolve(process.env.PULSE_TEST_DATA ?? inRoot("..", "shared", "data"));
if (!existsSync(data)) process.stdout.write(`No recordings at ${data}: the tests that read them were skipped.\n`);

for (const { name, counts } of results)
  for (const failure of counts?.failures ?? []) process.stdout.write(`failed in ${name}: ${failure}\n`);

const total = sumCounts(results.flatMap((result) => result.counts ?? []));
// A failed check without tests, or a run that broke before it could count, is one failure.
const uncounted = results.filter((result) => result.state === "failed" && !(result.counts?.failed > 0)).length;
process.stdout.write(`${total.passed} passed, ${total.failed + uncounted} failed\n`);
process.exitCode = results.some((result) => result.state === "failed") ? 1 : 0;

function line({ name, state, seconds, counts, why }) {
  const tests = counts ? `  ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped` : "";
  return `${name.padEnd(10)} ${state.padEnd(8)} ${seconds.toFixed(1).padStart(6)} s${tests}${why ? `  (${why})` : ""}`;
}
