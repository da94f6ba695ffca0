import { expect, it } from "vitest";
import { seededRandom } from "../model/seededRandom.ts";
import { filterPlace, newDisplayFilter, placeAt } from "./displayFilter.ts";

/** As live: two places a second, each from packets of the last three seconds. */
const EACH_S = 0.5;
/** Errors of neighbouring places are alike: those of walkers in the demo's sites fade by 1/e in about this time, s. */
const FADES_S = 3;
const SD_M = 2.5;

it("a walker who turns is shown nearer to where it is than its unfiltered places are", () => {
  const { shown, raw } = errorsOf(1.2);
  expect(rms(shown)).toBeLessThan(0.99 * rms(raw));
});

it("a forklift is shown as near as its unfiltered places are", () => {
  const { shown, raw } = errorsOf(4);
  expect(rms(shown)).toBeLessThan(1.05 * rms(raw));
});

/** Errors of the dot and of the places behind it for a tag that turns every eight seconds or so, m. */
function errorsOf(speedMps: number): { shown: number[]; raw: number[] } {
  const shown: number[] = [];
  const raw: number[] = [];
  for (let seed = 1; seed <= 20; seed++) {
    const random = seededRandom(seed);
    const gaussian = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const filter = newDisplayFilter();
    const kept = Math.exp(-EACH_S / FADES_S);
    let [x, y, way] = [0, 0, 0];
    let [east, north] = [SD_M * gaussian(), SD_M * gaussian()];
    for (let s = 0; s < 120; s += EACH_S) {
      if (random() < EACH_S / 8) way = 2 * Math.PI * random();
      x += EACH_S * speedMps * Math.cos(way);
      y += EACH_S * speedMps * Math.sin(way);
      east = kept * east + Math.sqrt(1 - kept ** 2) * SD_M * gaussian();
      north = kept * north + Math.sqrt(1 - kept ** 2) * SD_M * gaussian();
      filterPlace(filter, 1000 * s, x + east, y + north, SD_M ** 2, true);
      const at = placeAt(filter, 1000 * s);
      if (s < 10) continue;
      shown.push(Math.hypot(at.x - x, at.y - y));
      raw.push(Math.hypot(east, north));
    }
  }
  return { shown, raw };
}

function rms(errors: readonly number[]): number {
  return Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length);
}
