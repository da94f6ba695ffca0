// `npm run bench`: all benchmarks; `npm run bench -- NAME …` only those; `-- --smoke` a version of seconds, which only
// shows that they run. Database benchmarks use the embedded database and, if there is one, PostgreSQL too.
import { readdirSync } from "node:fs";
import { ensureDependencies } from "./ensure.mjs";
import { inRoot } from "./paths.mjs";
import { startPrivatePostgres } from "./privatePostgres.mjs";
import { runNode, toolEnvironment } from "./run.mjs";
import { findChromium, findPostgresFolder } from "./systemParts.mjs";

const ending = ".bench.ts";
const overBoth = new Set(["history", "import", "lists", "report"]);
/** Compared with PostgreSQL, if there is one. */
const besidePostgres = new Set(["fences"]);
const inBrowser = new Set(["map", "steady"]);
const names = readdirSync(inRoot("bench"))
  .filter((file) => file.endsWith(ending))
  .map((file) => file.slice(0, -ending.length))
  .toSorted();
const given = process.argv.slice(2);
const smoke = given.includes("--smoke");
const asked = given.filter((word) => word !== "--smoke");
const unknown = asked.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`pulse: no benchmark ${unknown.join(", ")}; there are ${names.join(", ")}\n`);
  process.exit(1);
}

await ensureDependencies();
const wanted = asked.length > 0 ? asked : names;
const postgres = wanted.some((name) => overBoth.has(name) || besidePostgres.has(name)) ? await postgresServer() : null;
const failed = [];
try {
  // Measurements need the machine to themselves; checks that a benchmark runs can share it.
  const left = [...wanted];
  const lane = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) await benchOverAll(name);
  };
  await Promise.all(Array.from({ length: smoke ? 3 : 1 }, lane));
} finally {
  await postgres?.stop();
}
if (failed.length > 0) process.stderr.write(`pulse: failed: ${failed.join(", ")}\n`);
process.exitCode = failed.length > 0 ? 1 : 0;

async function benchOverAll(name) {
  if (inBrowser.has(name)) return benchInBrowser(name);
  if (besidePostgres.has(name) && postgres) return bench(name, name, { PULSE_BENCH_DATABASE_URL: postgres.url });
  await bench(name, name, {});
  if (overBoth.has(name) && postgres)
    await bench(`${name} over PostgreSQL`, name, { PULSE_BENCH_DATABASE_URL: postgres.url });
}

/** Each runs in its own process, so that one's heap does not affect the next. */
async function bench(title, name, settings) {
  const env = toolEnvironment({ ...settings, ...(smoke ? { PULSE_BENCH_SMOKE: "1" } : {}) });
  const file = inRoot("bench", `${name}${ending}`);
  const code = await runNode(["--disable-warning=ExperimentalWarning", "--expose-gc", file], { env });
  if (code !== 0) failed.push(title);
}

/** A browser may be missing on a person's machine, but not in CI. */
async function benchInBrowser(name) {
  const chromium = findChromium();
  if (chromium !== null) return bench(name, name, { PULSE_CHROMIUM: chromium });
  process.stderr.write(`${name}: skipped, no Chromium found; name one by PULSE_CHROMIUM\n`);
  if (process.env.CI === "true" || process.env.CI === "1") failed.push(name);
}

/** The server that PULSE_TEST_DATABASE_URL names, else one of our own; null: there is none on this machine. */
async function postgresServer() {
  const url = process.env.PULSE_TEST_DATABASE_URL;
  if (url) return { url, stop: async () => {} };
  const folder = findPostgresFolder();
  if (folder !== null) return startPrivatePostgres(folder);
  process.stderr.write("No PostgreSQL server (initdb, postgres) on this machine: the embedded database alone.\n");
  return null;
}
