import { parseArgs } from "node:util";
import { demoSites, demoWorld } from "@pulse/simulator/demo/world";
import type { DemoSite } from "@pulse/simulator/demo/model";
import { demoDay, type DemoFix } from "./demoDay.ts";
import { demoFigures } from "./demoFigures.ts";

/**
 * `node cli/src/locate/accuracy/demoTable.ts --seeds 1,551,553 [--seconds 180] [--from 0] [--only people|laws|restarts]`: the
 * demo as people see it; with and without the law from its own traffic; its errors second by second after a restart.
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

for (const seed of values.seeds.split(",").map(Number))
  for (const site of demoSites(demoWorld())) {
    if (values.only.includes("people")) print(`${site.name}, ${seed}`, site, demoDay(site, { seed, seconds }));
    if (values.only.includes("laws"))
      for (const learns of [false, true])
        print(`${site.name}, ${seed}, ${learns ? "L1" : "L0"}`, site, demoDay(site, { seed, seconds, learns }));
    if (values.only.includes("restarts"))
      for (const downS of DOWN_S) process.stdout.write(`${site.name}, ${seed}, ${restarted(site, seed, downS)}\n`);
  }

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

/** How many fixes in some of the seconds after a restart are on a wrong floor, and how many are wrong about motion. */
function restarted(site: DemoSite, seed: number, downS: number): string {
  const endS = STOPPED_S + downS;
  const lastS = endS + Math.max(...AFTER_S);
  const fixes = [...demoDay(site, { seed, seconds: lastS + 1, restart: { atS: STOPPED_S, downS } })];
  const shares = AFTER_S.map((s) => {
    const {
      fixes: count,
      wrongFloor,
      wrongMotion,
    } = demoFigures(
      site,
      fixes.filter(({ atS }) => Math.ceil(atS) === endS + s + 1),
    );
    return `second ${s}: ${((100 * wrongFloor) / count).toFixed(1)} and ${((100 * wrongMotion) / count).toFixed(1)} %`;
  });
  return `stopped for ${downS} s, wrong floor and wrong about motion: ${shares.join("; ")}`;
}
