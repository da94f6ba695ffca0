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
  const { values } = parseArgs({ options: { only: { type: "string" }, json: { type: "string" } } });
  const folder = recordingsFolder();
  if (!folder) throw new Error("the recordings are not on this machine; PULSE_TEST_DATA names their folder");
  const only = values.only?.split(",");
  const sites = measuredSites(folder).filter(({ name }) => !only || only.includes(name));
  const rows = sites.flatMap((site) => {
    const startedMs = performance.now();
    const own = [...siteRows(site)];
    process.stderr.write(`${site.name}: ${((performance.now() - startedMs) / 1000).toFixed(0)} s\n`);
    return own;
  });
  process.stdout.write(`${siteTable(rows)}\n`);
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rows, null, 1)}\n`);
}

if (import.meta.main) main();
