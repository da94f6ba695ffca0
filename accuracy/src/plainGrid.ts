import { extentOf, outlineContains, type Point } from "@pulse/positioning/model/outline";
import type { Anchor } from "@pulse/positioning/model/placedSite";
import { quantile } from "@pulse/cli/locate/evaluate";
import type { Fingerprint, Levels } from "./simpleLocators.ts";

/** A path-loss model: dBm at 1 m, exponent, dB around it, and how far each gateway hears above it, dB. */
export interface PlainLaw {
  powerDbm: number;
  exponent: number;
  sdDb: number;
  offsetsDb: ReadonlyMap<string, number>;
}

/** What a site has before anything is known of it. */
export const PLAIN_LAW: PlainLaw = { powerDbm: -59, exponent: 2.2, sdDb: 5, offsetsDb: new Map() };
const CELL_M = 0.5;
const BEYOND_GATEWAYS_M = 2;
const TEMPER = 1.2;
const OFFSET_SD_DB = 8;
const TAG_HEIGHT_M = 1.2;
const GATEWAY_HEIGHT_M = 2.5;

/** The posterior mean over a grid from residuals in decibels, the tag's own strength marginalised: the 40-line grid. */
export function plainGrid(anchors: readonly Anchor[], outline: readonly Point[] | null, law: PlainLaw) {
  const cells = cellsOf(anchors, outline);
  const weight = 1 / (law.sdDb ** 2 * TEMPER);
  const tables = anchors.map((anchor) => Float64Array.from(cells, (cell) => expectedDbm(anchor, cell, law)));
  return (levels: Levels): Point => {
    const heard = anchors.flatMap(({ id }, i) => (levels.has(id) ? [{ dbm: levels.get(id)!, table: tables[i]! }] : []));
    const logs = cells.map((_, i) => {
      let [sum, squares] = [0, 0];
      for (const { dbm, table } of heard) {
        sum += dbm - table[i]!;
        squares += (dbm - table[i]!) ** 2;
      }
      return -0.5 * (weight * squares - (weight * sum) ** 2 / (weight * heard.length + 1 / OFFSET_SD_DB ** 2));
    });
    const best = logs.reduce((most, log) => Math.max(most, log), -Infinity);
    const total = { x: 0, y: 0, p: 0 };
    cells.forEach(({ x, y }, i) => {
      const p = Math.exp(logs[i]! - best);
      total.x += p * x;
      total.y += p * y;
      total.p += p;
    });
    return { x: total.x / total.p, y: total.y / total.p };
  };
}

function cellsOf(anchors: readonly Anchor[], outline: readonly Point[] | null): Point[] {
  const { minX, minY, maxX, maxY } = extentOf([...(outline ?? anchors)])!;
  const beyondM = outline ? 0 : BEYOND_GATEWAYS_M;
  const cells: Point[] = [];
  for (let x = minX - beyondM + CELL_M / 2; x < maxX + beyondM; x += CELL_M)
    for (let y = minY - beyondM + CELL_M / 2; y < maxY + beyondM; y += CELL_M)
      if (!outline || outlineContains([...outline], x, y)) cells.push({ x, y });
  return cells;
}

function expectedDbm({ id, x, y, z }: Anchor, at: Point, { powerDbm, exponent, offsetsDb }: PlainLaw): number {
  const distanceM = Math.hypot(x - at.x, y - at.y, (z ?? GATEWAY_HEIGHT_M) - TAG_HEIGHT_M);
  return powerDbm + (offsetsDb.get(id) ?? 0) - 10 * exponent * Math.log10(Math.max(0.3, distanceM));
}

/** Exponents among which the oracle chooses, and how many windows it looks at for that: every n-th. */
const EXPONENTS = [1, 1.4, 1.8, 2.2, 2.6, 3, 3.4];
const EVERY = 4;

/**
 * The oracle's law: gateways' levels fitted to the very windows that are scored, at their true places, and of these the
 * exponent that locates them best.
 */
export function lawOf(
  windows: readonly Fingerprint[],
  anchors: readonly Anchor[],
  outline: readonly Point[] | null,
): PlainLaw {
  const some = windows.filter((_, i) => i % EVERY === 0);
  const laws = EXPONENTS.map((exponent) => fittedLaw(windows, anchors, exponent)).flatMap((law) => [
    law,
    { ...PLAIN_LAW, exponent: law.exponent },
  ]);
  const scores = laws.map((law) => {
    const locate = plainGrid(anchors, outline, law);
    const errors = some.map((one) => {
      const { x, y } = locate(one.levels);
      return Math.hypot(x - one.x, y - one.y);
    });
    return {
      law,
      medianM: quantile(
        errors.toSorted((a, b) => a - b),
        0.5,
      ),
    };
  });
  return scores.toSorted((a, b) => a.medianM - b.medianM)[0]!.law;
}

function fittedLaw(windows: readonly Fingerprint[], anchors: readonly Anchor[], exponent: number): PlainLaw {
  const law = { ...PLAIN_LAW, exponent, offsetsDb: new Map<string, number>() };
  for (let pass = 0; pass < 3; pass++) {
    const errors = Map.groupBy(
      windows.flatMap((one) => residuals(one, anchors, law)),
      ({ id }) => id,
    );
    for (const [id, own] of errors)
      law.offsetsDb.set(id, (law.offsetsDb.get(id) ?? 0) + own.reduce((sum, { db }) => sum + db, 0) / own.length);
  }
  return law;
}

/** What each gateway heard beyond the law, less what all of them did, dB. */
function residuals(one: Fingerprint, anchors: readonly Anchor[], law: PlainLaw): { id: string; db: number }[] {
  const errors = anchors.flatMap((anchor) => {
    const level = one.levels.get(anchor.id);
    return level === undefined ? [] : [{ id: anchor.id, db: level - expectedDbm(anchor, one, law) }];
  });
  const shared = errors.reduce((sum, { db }) => sum + db, 0) / Math.max(1, errors.length);
  return errors.map(({ id, db }) => ({ id, db: db - shared }));
}
