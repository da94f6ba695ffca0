// `npm test`: every check there is. `npm test -- lint unit` runs only those steps; `npm test -- quick` all but the browser,
// the second database, the benchmarks and the release; `npm test -- changed [COMMIT]` what a change since that commit can
// break; `npm test -- accuracy` all of the accuracy project, and it notes that it passed; `npm test -- release` builds a
// release and starts its tarball, and `npm test -- faults` disturbs a whole cell: plain `npm test` does both in CI alone, with
// one fault of each kind.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { accuracyNeeded, recordAccuracyPassed, shortAccuracy } from "./accuracySteps.mjs";
import { buildDocsIfStale } from "./buildDocs.mjs";
import { buildWebIfStale } from "./buildWeb.mjs";
import { changedFiles, specsToRun } from "./changedFiles.mjs";
import { ensureDependencies } from "./ensure.mjs";
import { inRoot } from "./paths.mjs";
import { startPrivatePostgres } from "./privatePostgres.mjs";
import { run, runNode, toolEnvironment } from "./run.mjs";
import { findChromium, findNatsServer, findPostgresFolder, installChromium } from "./systemParts.mjs";
import { readCounts, slowestFiles, sumCounts } from "./testCounts.mjs";

const inCi = process.env.CI === "true" || process.env.CI === "1";
const reports = inRoot(".cache", "test");
/** What people wait for at most, in minutes: 12 for `npm test`, and 3 for what a new machine installs. */
const budgetMinutes = 15;

/** A step's result: it passed, it failed, or a part of the system is missing (`why`), which is a failure only in CI. */
const ended = (code, counts = null) => ({ state: code === 0 ? "ok" : "failed", counts });
const missing = (why) => ({ state: inCi ? "failed" : "skipped", counts: null, why });

const tool = async (...command) => ended(await run(command[0], command.slice(1), { env: toolEnvironment() }));
/** Type-checks a project; what the last run learned of unchanged files is kept, a tenth of the work. */
async function types(project, memory) {
  const incremental = ["--incremental", "--tsBuildInfoFile", inRoot(".cache", memory)];
  return ended(await runNode([inRoot("node_modules/typescript/bin/tsc"), "-p", project, ...incremental]));
}

async function vitest(name, parameters, extra = {}) {
  const report = `${reports}/${name}.json`;
  const vitestBin = inRoot("node_modules/vitest/vitest.mjs");
  const reporting = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  // Whatever tests leave behind, also those that were killed, goes with this folder.
  const scratch = mkdtempSync(join(tmpdir(), "pulse-tests-"));
  // As /tmp is: some tests run programs as other users.
  chmodSync(scratch, 0o1777);
  try {
    const env = toolEnvironment({ TMPDIR: scratch, ...extra });
    const code = await runNode([vitestBin, "run", ...parameters, ...reporting], { env });
    return ended(code, readCounts(report));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function overPostgres() {
  const folder = findPostgresFolder();
  if (folder === null) return missing("no PostgreSQL server (initdb, postgres) on this machine");
  const postgres = await startPrivatePostgres(folder);
  try {
    // Only the files that reach SQL (scripts/sqlTests.mjs).
    return await vitest("postgres", ["--project", "server"], { PULSE_TEST_DATABASE_URL: postgres.url });
  } finally {
    await postgres.stop();
  }
}

/** All of it when asked by name or when sources have changed since it last passed, else its two short scenarios. */
async function accuracy() {
  const isAsked = process.argv.includes("accuracy");
  const changed = accuracyNeeded();
  if (!isAsked && changed.length === 0) return vitest("accuracy", ["--project", "accuracy", shortAccuracy]);
  if (changed.length > 0) process.stdout.write(`changed since all of it last passed: ${changed.join(", ")}\n`);
  const result = await vitest("accuracy", ["--project", "accuracy"]);
  // Where recordings are missing, their tests were skipped.
  if (isAsked && result.state === "ok" && result.counts?.skipped === 0) recordAccuracyPassed();
  return result;
}

/** Runs every benchmark for seconds, so that none breaks unnoticed between two releases. */
async function benchSmoke() {
  return ended(await runNode([inRoot("scripts/bench.mjs"), "--smoke"], { env: toolEnvironment() }));
}

async function endToEnd(specs = []) {
  if (!(await buildWebIfStale()) || !(await buildDocsIfStale())) return ended(1);
  const chromium = findChromium() ?? installChromium();
  if (chromium === null) return missing("no Chromium found or installable; name one by PULSE_CHROMIUM");
  const report = `${reports}/e2e.json`;
  const env = toolEnvironment({ PULSE_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report });
  const playwright = inRoot("node_modules/@playwright/test/cli.js");
  const parameters = ["test", "-c", "e2e/playwright.config.ts", "--reporter=list,json", ...specs];
  return ended(await runNode([playwright, ...parameters], { env }), readCounts(report));
}

/** Builds a release, and installs and starts its tarball as a stranger does. */
async function installedRelease() {
  if ((await runNode([inRoot("scripts/buildRelease.mjs")])) !== 0) return ended(1);
  return vitest("release", ["--config", inRoot("vitest.release.config.ts")]);
}

/** Disturbs a whole cell: in every way when asked by name, else in one of each kind. */
async function faults() {
  if (findPostgresFolder() === null) return missing("no PostgreSQL server (initdb, postgres) on this machine");
  if (findNatsServer() === null) return missing("no NATS server; bash .ci/realGateways/install.sh installs it");
  const isShort = !process.argv.includes("faults");
  return vitest("faults", ["--config", inRoot("vitest.faults.config.ts")], isShort ? { PULSE_FAULTS_SHORT: "1" } : {});
}

/** The tests that import what has changed since a commit, and the browser specs named after it. */
async function checkChanged(since = "HEAD") {
  const files = changedFiles(since);
  const unit = await vitest("changed", ["--project", "!accuracy", `--changed=${since}`, "--passWithNoTests"]);
  const names = readdirSync(inRoot("e2e/specs"), { encoding: "utf8", recursive: true });
  const specs = specsToRun(
    files,
    names.filter((name) => name.endsWith(".spec.ts")).map((name) => `e2e/specs/${name}`),
  );
  if (unit.state !== "ok" || specs.length === 0) return unit;
  const browser = await endToEnd(specs);
  return { ...browser, counts: sumCounts([unit.counts, browser.counts].filter(Boolean)) };
}

// The quick ones first, so that simple mistakes are reported within seconds.
const steps = {
  format: () => tool("oxfmt", "--check", "."),
  lint: () => tool("oxlint", "--type-aware", "--max-warnings", "0"),
  types: () => types(".", "types.tsbuildinfo"),
  "types-web": () => types("web", "typesWeb.tsbuildinfo"),
  deadcode: () => tool("knip"),
  build: async () => ended((await buildWebIfStale()) && (await buildDocsIfStale()) ? 0 : 1),
  unit: () => vitest("unit", ["--project", "!accuracy"]),
  accuracy,
  postgres: overPostgres,
  bench: benchSmoke,
  e2e: endToEnd,
  release: installedRelease,
  faults,
};
const slow = new Set(["postgres", "bench", "e2e", "release", "faults"]);
/**
 * What plain `npm test` does in CI alone: npm may fetch for the release's tarball what no other step needs, and faults need root's
 * rights and a machine of their own.
 */
const inCiOnly = new Set(["release", "faults"]);
const quick = Object.keys(steps).filter((name) => !slow.has(name));

/** Checks of the whole tree that take seconds, before the tests of what has changed. */
const besideChanged = ["format", "lint", "types", "types-web"];

const words = process.argv.slice(2);
const onlyChanged = words[0] === "changed";
const asked = onlyChanged ? besideChanged : words.flatMap((name) => (name === "quick" ? quick : [name]));
const unknown = asked.filter((name) => !(name in steps));
if (unknown.length > 0) {
  process.stderr.write(
    `pulse: no step ${unknown.join(", ")}; there are ${Object.keys(steps).join(", ")}, quick, changed\n`,
  );
  process.exit(1);
}

await ensureDependencies();
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

/** Without names: everything. */
const isUsual = (name) => inCi || !inCiOnly.has(name);
const isChosen = (name) => (asked.length === 0 ? isUsual(name) : asked.includes(name));
const chosen = Object.entries(steps).filter(([name]) => isChosen(name));
if (onlyChanged) chosen.push(["changed", () => checkChanged(words[1])]);
const begun = performance.now();
const results = [];
for (const [name, step] of chosen) {
  process.stdout.write(`\n── ${name}\n`);
  const started = performance.now();
  const result = await step().catch((error) => ({ state: "failed", counts: null, why: error.message }));
  results.push({ name, seconds: (performance.now() - started) / 1000, ...result });
  process.stdout.write(`── ${line(results.at(-1))}\n`);
}

process.stdout.write(`\n${results.map(line).join("\n")}\n`);
const slowest = slowestFiles(results.flatMap(({ counts }) => counts?.files ?? []));
for (const { file, seconds } of slowest)
  process.stdout.write(`slowest: ${seconds.toFixed(1).padStart(6)} s  ${file}\n`);
if (asked.length === 0 && !inCi)
  process.stdout.write(`skipped: ${[...inCiOnly].join(", ")}, which run in CI or by name\n`);
const minutes = (performance.now() - begun) / 60_000;
process.stdout.write(`total: ${minutes.toFixed(1)} minutes\n`);
// Only a warning: a slow machine is not a fault.
if (minutes > budgetMinutes)
  process.stdout.write(
    `warning: the whole check should take ${budgetMinutes} minutes at most on a quiet machine of 2 cores\n`,
  );
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
