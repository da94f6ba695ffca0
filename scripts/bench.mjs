// `npm run bench`: all benchmarks; `npm run bench -- NAME …` only those; `-- --smoke` a version of seconds, which only
// shows that they run. Database benchmarks use the embedded database and, if there is one, PostgreSQL too.
import { fork } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { ensureDependencies } from "./ensure.mjs";
import { inRoot, pinnedNode } from "./paths.mjs";
import { startPrivatePostgres } from "./privatePostgres.mjs";
import { runNode, toolEnvironment } from "./run.mjs";
import { findChromium, findNatsServer, findPostgresFolder } from "./systemParts.mjs";

const ending = ".bench.ts";
const overBoth = new Set(["history", "import", "lists", "report"]);
/** Compared with PostgreSQL, if there is one. */
const besidePostgres = new Set(["fences"]);
const inBrowser = new Set(["map", "steady"]);
/** Over a PostgreSQL and a NATS server of their own. */
const inCell = new Set(["scale"]);
/** In a smoke run, the slowest last. */
const slowest = ["plans", "latency", "start", "report", "access", "scale", "memory", "steady", "map"];
const flags = ["--disable-warning=ExperimentalWarning", "--expose-gc"];
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
  if (smoke) await smokeAll();
  else for (const name of wanted) for (const run of runsOf(name)) await bench(run);
} finally {
  await postgres?.stop();
}
if (failed.length > 0) process.stderr.write(`pulse: failed: ${failed.join(", ")}\n`);
process.exitCode = failed.length > 0 ? 1 : 0;

/** A benchmark over each of its databases; none if it needs a browser that is not there. */
function runsOf(name) {
  if (inBrowser.has(name) && findChromium() === null)
    return partMissing(name, "no Chromium found; name one by PULSE_CHROMIUM");
  if (inCell.has(name) && findPostgresFolder() === null) return partMissing(name, "no PostgreSQL (initdb, postgres)");
  if (inCell.has(name) && findNatsServer() === null)
    return partMissing(name, "no nats-server; bash .ci/realGateways/install.sh installs it");
  const overPostgres = { name, title: `${name} over PostgreSQL`, databaseUrl: postgres?.url ?? null };
  if (besidePostgres.has(name) && postgres) return [overPostgres];
  const embedded = { name, title: name, databaseUrl: null };
  return overBoth.has(name) && postgres ? [embedded, overPostgres] : [embedded];
}

function environmentOf(databaseUrl) {
  return toolEnvironment({
    ...(databaseUrl === null ? {} : { PULSE_BENCH_DATABASE_URL: databaseUrl }),
    PULSE_CHROMIUM: findChromium() ?? "",
  });
}

/** Each runs in its own process, so that one's heap does not affect the next. */
async function bench({ name, title, databaseUrl }) {
  const code = await runNode([...flags, inRoot("bench", `${name}${ending}`)], { env: environmentOf(databaseUrl) });
  if (code !== 0) failed.push(title);
}

/** Two processes take the benchmarks in turns: most of the time would go into starting one for each. */
async function smokeAll() {
  // The longest first, so that no process has one left when the other is done.
  const left = wanted.toSorted((a, b) => slowest.indexOf(b) - slowest.indexOf(a)).flatMap(runsOf);
  await Promise.all([smokeLane(left), smokeLane(left)]);
}

async function smokeLane(left) {
  const env = { ...environmentOf(null), PULSE_BENCH_SMOKE: "1", NODE_COMPILE_CACHE: inRoot(".cache", "compiled") };
  for (let child = null, run = left.shift(); run !== undefined; run = left.shift()) {
    child ??= fork(inRoot("bench", "smoke.ts"), { execPath: pinnedNode, execArgv: flags, env });
    child.send({ name: run.name, databaseUrl: run.databaseUrl });
    const ended = once(child, "exit").then(([code]) => [{ problem: `its process ended with exit code ${code}` }]);
    const [{ problem }] = await Promise.race([once(child, "message"), ended]);
    if (problem !== null) {
      failed.push(run.title);
      process.stderr.write(`${run.title}: ${problem}\n`);
    }
    // What a failed one left running must not disturb the next.
    if (problem !== null || left.length === 0) {
      child.kill("SIGKILL");
      child = null;
    }
  }
}

/** A browser or a server may be missing on a person's machine, but not in CI. */
function partMissing(name, reason) {
  process.stderr.write(`${name}: skipped, ${reason}\n`);
  if (process.env.CI === "true" || process.env.CI === "1") failed.push(name);
  return [];
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
