import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Mechanism, MECHANISMS } from "@pulse/positioning/model/mechanisms";
import { ablationRun, type RowChoice } from "./ablationRows.ts";
import { ablationHead, ablationLine, ablationNotes } from "./ablationTable.ts";
import { measuredSites } from "./measuredSites.ts";
import { recordingsFolder } from "./recordedSets.ts";

/**
 * `npm run accuracy -- ablate [--without NAME,…] [--only SITE,…] [--rows all] [--json FILE]`: six sites without each
 * mechanism of the engine in turn: errors, circles, lines and processor time. In short, which is the default, rows with
 * all and with four gateways that nobody has surveyed, drawn and not; `--rows all` takes all 72.
 */
function main(): void {
  const folder = recordingsFolder();
  const asked = options(process.argv.slice(2));
  if (typeof asked === "string") return refuse(asked);
  if (!folder)
    return refuse("the recordings are not on this machine; PULSE_TEST_DATA names the folder that holds them");
  const sites = measuredSites(folder).filter(({ name }) => asked.only?.includes(name) ?? true);
  // The first run also compiles, so its time would be too long.
  ablationRun(sites.slice(-1), "short", []);
  const whole = ablationRun(sites, asked.rows, []);
  process.stdout.write(`${ablationHead(whole)}\n`);
  const runs = asked.without.map((mechanism) => {
    const run = ablationRun(sites, asked.rows, [mechanism]);
    process.stdout.write(`${ablationLine(mechanism, run, whole)}\n`);
    return { mechanism, ...run };
  });
  process.stdout.write(`\n${ablationNotes()}\n`);
  if (asked.json !== undefined) writeFileSync(asked.json, `${JSON.stringify([whole, ...runs], null, 1)}\n`);
}

interface Options {
  without: readonly Mechanism[];
  only: string[] | undefined;
  rows: RowChoice;
  json: string | undefined;
}

/** What was asked for; a sentence if that is not understood. */
function options(args: string[]): Options | string {
  try {
    const text = { type: "string" } as const;
    const { without, only, rows, json } = parseArgs({
      args,
      options: { without: text, only: text, rows: text, json: text },
    }).values;
    const names = without?.split(",") ?? MECHANISMS;
    const unknown = names.find((name) => !isMechanism(name));
    if (unknown !== undefined) return `no mechanism ${unknown}; there are ${MECHANISMS.join(", ")}`;
    return { without: names.filter(isMechanism), only: only?.split(","), rows: rows === "all" ? "all" : "short", json };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function isMechanism(name: string): name is Mechanism {
  return MECHANISMS.some((one) => one === name);
}

function refuse(why: string): void {
  process.stderr.write(`pulse: ${why}\n`);
  process.exitCode = 1;
}

if (import.meta.main) main();
