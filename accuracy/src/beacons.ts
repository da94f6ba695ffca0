import { parseArgs } from "node:util";
import { newBeaconDrift, updateBeaconDrift, type BeaconDrift } from "@pulse/positioning/learn/beaconDrift";
import { harbourWarehouse } from "@pulse/simulator/demo/harbour/site";
import { cityHospital } from "@pulse/simulator/demo/hospital/site";
import type { DemoSite } from "@pulse/simulator/demo/model";
import { quantile } from "@pulse/cli/locate/evaluate";
import { demoDay } from "./demoDay.ts";

/** How many beacons whose place was entered `offM` off were reported. */
export interface BeaconFigures {
  offM: number;
  beacons: number;
  told: number;
  /** When, s. */
  toldS: number[];
}

interface Watched {
  drift: BeaconDrift;
  toldS: number | null;
}

/** The golden angle, so that each beacon has its own direction, far from its neighbours'. */
const GOLDEN = Math.PI * (3 - Math.sqrt(5));

/**
 * Treats each still tag of a demo site as reference beacons, one for each of `offsM`, whose place was entered that far
 * off. They are watched as on the server, and are not used in the site's calibration.
 */
export function beaconsOff(site: DemoSite, seed: number, seconds: number, offsM: readonly number[]): BeaconFigures[] {
  const still = site.assets.filter(({ behaviour }) => behaviour.kind === "still");
  const nths = new Map(still.map(({ trackerMac }, nth) => [trackerMac, nth]));
  const watched = offsM.map(() => still.map((): Watched => ({ drift: newBeaconDrift(), toldS: null })));
  for (const { mac, atS, fix, truth } of demoDay(site, { seed, seconds })) {
    const nth = nths.get(mac);
    if (nth === undefined) continue;
    const isThere = fix.floor === truth.floor || fix.floorUncertain;
    for (const [i, offM] of offsM.entries()) {
      const one = watched[i]![nth]!;
      const [x, y] = [truth.x + offM * Math.cos(GOLDEN * nth), truth.y + offM * Math.sin(GOLDEN * nth)];
      const foundM = isThere ? Math.hypot(fix.x - x, fix.y - y) : Infinity;
      if (updateBeaconDrift(one.drift, foundM, fix.accuracyOuterM, 1000 * atS) && one.drift.isOff) one.toldS ??= atS;
    }
  }
  return offsM.map((offM, i) => {
    const toldS = watched[i]!.flatMap((one) => one.toldS ?? []);
    return { offM, beacons: still.length, told: toldS.length, toldS };
  });
}

/** `npm run accuracy -- beacons --seeds 2851 [--seconds 1800]`: reference beacons reported as off, by distance. */
function main(): void {
  const { values } = parseArgs({
    options: { seeds: { type: "string", default: "2851" }, seconds: { type: "string", default: "1800" } },
  });
  for (const seed of values.seeds.split(",").map(Number))
    for (const site of [harbourWarehouse(), cityHospital()])
      for (const one of beaconsOff(site, seed, Number(values.seconds), [0, 3, 5, 8, 12, 16])) {
        const minutes = quantile(
          one.toldS.toSorted((a, b) => a - b),
          0.5,
        );
        process.stdout.write(
          `${site.name}, ${seed}, ${one.offM} m off: ${one.told} of ${one.beacons} told, half of them within ${(minutes / 60).toFixed(1)} minutes\n`,
        );
      }
}

if (import.meta.main) main();
