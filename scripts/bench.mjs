// `npm run bench`: all benchmarks; `npm run bench -- NAME …` those alone.
import { readdirSync } from "node:fs";
import { ensureDependencies } from "./ensure.mjs";
import { inRoot } from "./paths.mjs";
import { runNode } from "./run.mjs";

const ending = ".bench.ts";
const names = readdirSync(inRoot("bench"))
  .filter((file) => file.endsWith(ending))
  .map((file) => file.slice(0, -ending.length))
  .toSorted();
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`pulse: no benchmark ${unknown.join(", ")}; there are ${names.join(", ")}\n`);
  process.exit(1);
}

await ensureDependencies();
const failed = [];
for (const name of asked.length > 0 ? asked : names) {
  // A process each: what one leaves in the heap must not weigh on the next.
  const code = await runNode([
    "--disable-warning=ExperimentalWarning",
    "--expose-gc",
    inRoot("bench", `${name}${ending}`),
  ]);
  if (code !== 0) failed.push(name);
}
if (failed.length > 0) process.stderr.write(`pulse: failed: ${failed.join(", ")}\n`);
process.exitCode = failed.length > 0 ? 1 : 0;
