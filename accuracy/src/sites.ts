import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { measuredSites } from "./measuredSites.ts";
import { recordingsFolder } from "./recordedSets.ts";
import { siteRows } from "./siteRows.ts";
import { siteTable } from "./siteTable.ts";

/**
 * `npm run accuracy -- sites [--only NAME,…] [--json FILE]`: six sites that no constant may be chosen on alone, each
 * with its outline and without, with all gateways and 4 and 3 of them, surveyed and not; beside plain methods. Of each
 * site at most 40 sessions of a kind are played, every n-th by name; of walked surveys 20 s in each minute count.
 */
function main(): void {
  const folder = recordingsFolder();
  const asked = options(process.argv.slice(2));
  if (typeof asked === "string") return refuse(asked);
  if (!folder)
    return refuse("the recordings are not on this machine; PULSE_TEST_DATA names the folder that holds them");
  const sites = measuredSites(folder);
  const unknown = asked.only?.find((name) => !sites.some((site) => site.name === name));
  if (unknown !== undefined) return refuse(`no site ${unknown}; there are ${sites.map(({ name }) => name).join(", ")}`);
  const rows = sites
    .filter(({ name }) => asked.only?.includes(name) ?? true)
    .flatMap((site) => {
      const startedMs = performance.now();
      const own = [...siteRows(site)];
      process.stderr.write(`${site.name}: ${((performance.now() - startedMs) / 1000).toFixed(0)} s\n`);
      return own;
    });
  process.stdout.write(`${siteTable(rows)}\n`);
  if (asked.json !== undefined) writeFileSync(asked.json, `${JSON.stringify(rows, null, 1)}\n`);
}

/** What was asked for; a sentence if that is not understood. */
function options(args: string[]): { only?: string[]; json?: string | undefined } | string {
  try {
    const { only, json } = parseArgs({ args, options: { only: { type: "string" }, json: { type: "string" } } }).values;
    return { ...(only !== undefined && { only: only.split(",") }), json };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function refuse(why: string): void {
  process.stderr.write(`pulse: ${why}\n`);
  process.exitCode = 1;
}

if (import.meta.main) main();
