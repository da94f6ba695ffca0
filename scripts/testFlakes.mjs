// `npm run test:flakes`: runs test files again and again beside load, and says which failed at least once.
//   npm run test:flakes -- [--project NAME]… [--times N] [--record] [FILE…]
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { parseArgs } from "node:util";
import { ensureDependencies } from "./ensure.mjs";
import { firstFailures, flakeRows, flakeTable, recordedRow } from "./flakeTable.mjs";
import { startLoad } from "./load.mjs";
import { inRoot, root } from "./paths.mjs";
import { runNode, toolEnvironment } from "./run.mjs";

const folder = inRoot(".cache", "flakes");
const recordFile = inRoot("docs", "flakes.md");

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    project: { type: "string", multiple: true, default: [] },
    times: { type: "string", default: "20" },
    record: { type: "boolean", default: false },
  },
});
const times = Number(values.times);
if (!Number.isInteger(times) || times < 1) {
  process.stderr.write(`--times ${values.times}: it takes a whole number from 1\n`);
  process.exit(2);
}
await ensureDependencies();
mkdirSync(folder, { recursive: true });
const report = `${folder}/run.json`;
const projects = values.project.flatMap((name) => ["--project", name]);

/** One run of all the files; what failed in each. A run without a report, such as one that crashed, counts as such. */
async function runOnce() {
  rmSync(report, { force: true });
  const reporting = ["--reporter=json", `--outputFile=${report}`];
  await runNode([inRoot("node_modules/vitest/vitest.mjs"), "run", ...projects, ...positionals, ...reporting], {
    env: toolEnvironment(),
  });
  if (!existsSync(report)) return [{ file: "(vitest)", failure: "the run ended without a report" }];
  return firstFailures(JSON.parse(readFileSync(report, "utf8")), (file) => relative(root, file));
}

const load = startLoad();
const runs = [];
try {
  for (let nth = 1; nth <= times; nth++) {
    const started = performance.now();
    runs.push(await runOnce());
    const failed = runs.at(-1).filter(({ failure }) => failure !== null);
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    process.stdout.write(`run ${nth} of ${times}: ${seconds} s, ${failed.length} files failed\n`);
  }
} finally {
  load.stop();
}

const rows = flakeRows(runs);
const table = flakeTable(rows);
writeFileSync(`${folder}/flakes.json`, `${JSON.stringify({ times, rows }, null, 2)}\n`);
writeFileSync(`${folder}/flakes.md`, table);
process.stdout.write(`\n${table}`);
if (values.record && rows.length > 0) {
  const commit = execFileSync("git", ["rev-parse", "--short=8", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  const date = new Date().toISOString().slice(0, 10);
  const known = readFileSync(recordFile, "utf8").trimEnd();
  writeFileSync(recordFile, `${known}\n${rows.map((row) => recordedRow(row, { date, commit })).join("\n")}\n`);
}
process.exit(rows.length === 0 ? 0 : 1);
