import { parseArgs } from "node:util";
import { demoSites, demoWorld } from "@pulse/simulator/demo/world";
import type { DemoSite } from "@pulse/simulator/demo/model";
import { demoDay, type DemoFix } from "./demoDay.ts";
import { demoFigures } from "./demoFigures.ts";

/**
 * `npm run accuracy -- demoTable --seeds 1,551,553 [--seconds 180] [--from 0] [--only people|laws|restarts]`: the
 * demo as people see it; with and without the law from its own traffic; its errors second by second after a restart,
 * and in the same seconds without one.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "1" },
    seconds: { type: "string", default: "180" },
    from: { type: "string", default: "0" },
    only: { type: "string", default: "people" },
  },
});
const seconds = Number(values.seconds);
const fromS = Number(values.from);
const STOPPED_S = 120;
const DOWN_S = [10, 30, 300];
const AFTER_S = [1, 2, 3, 4, 5, 8];

const seeds = values.seeds.split(",").map(Number);
for (const seed of seeds)
  for (const site of demoSites(demoWorld())) {
    if (values.only.includes("people")) print(`${site.name}, ${seed}`, site, demoDay(site, { seed, seconds }));
    if (values.only.includes("laws"))
      for (const learns of [false, true])
        print(`${site.name}, ${seed}, ${learns ? "L1" : "L0"}`, site, demoDay(site, { seed, seconds, learns }));
  }
if (values.only.includes("restarts")) for (const site of demoSites(demoWorld())) printRestarts(site);

function print(name: string, site: DemoSite, day: Iterable<DemoFix>): void {
  const fixes = [...day].filter(({ atS }) => atS > fromS);
  const all = demoFigures(site, fixes);
  const percent = (share: number, digits = 0): string => (100 * share).toFixed(digits);
  const circles = (moves: boolean | null): string => {
    const of = moves === null ? fixes : fixes.filter(({ truth }) => truth.moves === moves);
    const { within68, within95 } = demoFigures(site, of);
    return `${percent(within68)} / ${percent(within95)}`;
  };
  process.stdout.write(
    `${name}: ${all.medianM.toFixed(2)} / ${all.p90M.toFixed(2)}, circles ${circles(null)} (still ${circles(false)}, moving ${circles(true)}), leaps ${all.jumps}, outside ${all.outside}, wrong floor ${percent(all.wrongFloor / all.fixes, 2)} %, wrong about motion ${percent(all.wrongMotion / all.fixes, 1)} %\n`,
  );
}

/** Prints how many fixes in some of the seconds after a restart are wrong, of all seeds together. */
function printRestarts(site: DemoSite): void {
  const dayS = STOPPED_S + Math.max(...DOWN_S) + Math.max(...AFTER_S) + 1;
  const days = seeds.map((seed) => [...demoDay(site, { seed, seconds: dayS })]);
  for (const downS of DOWN_S) {
    const endS = STOPPED_S + downS;
    const day = { seconds: endS + Math.max(...AFTER_S) + 1, restart: { atS: STOPPED_S, downS } };
    const after = seeds.flatMap((seed) => [...demoDay(site, { seed, ...day })].filter(({ atS }) => atS > endS));
    const shares = AFTER_S.map((s) => {
      const of = (fixes: readonly DemoFix[]): string =>
        wrongOf(
          site,
          fixes.filter(({ atS }) => Math.ceil(atS) === endS + s + 1),
        );
      return `second ${s}: ${of(after)} (without a restart ${of(days.flat())})`;
    });
    process.stdout.write(
      `${site.name}, stopped for ${downS} s: wrong floor, wrong about motion, moving tags said to stand: ${shares.join("; ")}\n`,
    );
  }
}

function wrongOf(site: DemoSite, fixes: readonly DemoFix[]): string {
  const { fixes: count, wrongFloor, wrongMotion } = demoFigures(site, fixes);
  const moving = fixes.filter(({ truth }) => truth.moves);
  const missed = moving.filter(({ fix }) => !fix.moving).length;
  const percent = (part: number, whole: number): string => (whole ? ((100 * part) / whole).toFixed(1) : "–");
  return `${percent(wrongFloor, count)}, ${percent(wrongMotion, count)} % of ${count}, ${percent(missed, moving.length)} % of ${moving.length}`;
}
