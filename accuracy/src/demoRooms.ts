import { parseArgs } from "node:util";
import type { DemoSite } from "@pulse/simulator/demo/model";
import { demoSites, demoWorld } from "@pulse/simulator/demo/world";
import type { RadioSettings } from "@pulse/simulator/radio/settings";
import { AIRS } from "./drawnWalls.ts";
import { roomDay, roomsOf } from "./roomDay.ts";
import { honestyRows, newTally, roomAt, rowOf, scorer, type Tallies, together } from "./roomFigures.ts";

const HEADER =
  "| | fixes | right, % | of those in a room / in none | changes to a wrong room a minute | named: probability / right, % | µs a fix |";

const HONESTY_HEADER = "| | named | probability / right, % | right of those named with 0–10 %, 10–20 % …, % |";

/** Plays one day and counts the rooms that the engine names. */
export function namedIn(
  site: DemoSite,
  day: { seed: number; seconds: number; fromS: number; radio: RadioSettings },
): Tallies {
  const rooms = roomsOf(site);
  const tallies = { walking: newTally(), "at rest": newTally() };
  const score = scorer(tallies);
  let firstMs: number | null = null;
  for (const located of roomDay(site, day, { rooms })) {
    firstMs ??= located.atMs;
    if (located.atMs >= firstMs + day.fromS * 1000) score(located, roomAt(rooms, located.truth));
  }
  return tallies;
}

/** Every roaming thing, and one in `each` of those that stay. */
export function thinned(site: DemoSite, each: number): DemoSite {
  return { ...site, assets: site.assets.filter(({ behaviour }, i) => behaviour.kind === "roaming" || i % each === 0) };
}

/**
 * `npm run accuracy -- demoRooms --seeds 7101,7102 [--seconds 340] [--from 40] [--still 3] [--only Hospital]`:
 * the rooms that are named on the demo's sites.
 */
function main(): void {
  const { values } = parseArgs({
    options: {
      seeds: { type: "string", default: "7101" },
      seconds: { type: "string", default: "340" },
      from: { type: "string", default: "40" },
      still: { type: "string", default: "3" },
      only: { type: "string", default: "" },
    },
  });
  const seeds = values.seeds.split(",").map(Number);
  const sites = demoSites(demoWorld()).filter(
    ({ name }) => /Hospital|Warehouse/.test(name) && name.includes(values.only),
  );
  for (const whole of sites)
    for (const air of ["the demo's air", "harsh"]) {
      const site = thinned(whole, Number(values.still));
      process.stdout.write(`\n${site.name}, ${air}, ${seeds.join(",")}\n${HEADER}\n`);
      const runs = seeds.map((seed) =>
        namedIn(site, {
          seed,
          seconds: Number(values.seconds),
          fromS: Number(values.from),
          radio: AIRS[air]!,
        }),
      );
      const all = {
        walking: together(runs.map(({ walking }) => walking)),
        "at rest": together(runs.map((run) => run["at rest"])),
      };
      for (const who of ["walking", "at rest"] as const) process.stdout.write(`${rowOf(who, all[who])}\n`);
      process.stdout.write(`\n${[HONESTY_HEADER, ...honestyRows(all)].join("\n")}\n`);
    }
}

if (import.meta.main) main();
