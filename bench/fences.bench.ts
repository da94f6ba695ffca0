import { polygonArea } from "@pulse/geo/fenceArea";
import { fenceIndex } from "@pulse/geo/fenceIndex";
import type { LatLon } from "@pulse/geo/latLon";
import { fenceWatch } from "@pulse/server/pipeline/fencing/fenceWatch";
import type { KnownFence } from "@pulse/server/pipeline/fencing/knownFences";
import { alternate, type Contender, isSmoke, medianOf, report, sized } from "./harness.ts";
import { fenceField, frame, type Walker } from "./load/fenceField.ts";
import { fencesInPostgis } from "./load/fencesInPostgis.ts";

// How many positions a second the live path's geofence stage handles with few and many fences; and finding the fences
// around a point, compared with a plain scan and PostGIS with its index on the same fences and points.
const sizes = [10, 1000, sized(100_000, 2000)];
const points = sized(5000, 50);
const scanned = sized(200, 5);
const rounds = sized(40, 2);
const databaseUrl = process.env["PULSE_BENCH_DATABASE_URL"];
const most = sizes.at(-1)!;

const contenders: Contender[] = [];
const closers: (() => Promise<void>)[] = [];
const notes: string[] = [];
const perSecond = (count: number, started: number): number => (count * 1000) / (performance.now() - started);

for (const size of sizes) {
  const { fences, walkers, places } = fenceField(size, points);
  const areas = new Map(fences.map(({ id, shape }) => [id, polygonArea(shape)]));
  const index = fenceIndex<string>();
  for (const [id, { bounds }] of areas) index.set(id, bounds);
  const found = (at: readonly LatLon[]): number => {
    let count = 0;
    for (const place of at) for (const id of index.near(place, 0)) if (areas.get(id)!.contains(place)) count++;
    return count;
  };
  const scan = (at: readonly LatLon[]): number => {
    let count = 0;
    for (const place of at) for (const area of areas.values()) if (area.contains(place)) count++;
    return count;
  };
  const few = places.slice(0, scanned);
  if (found(few) !== scan(few)) throw new Error("the index and the scan find different fences");
  contenders.push(
    { name: `the stage, ${size} fences`, run: () => stage(walkers, areas, index) },
    { name: `points by our index, ${size}`, run: () => timed(places, found) },
    { name: `points by a plain scan, ${size}`, run: () => timed(few, scan) },
  );
  if (databaseUrl === undefined) continue;
  const postgis = await fencesInPostgis(databaseUrl, fences);
  if (postgis === null) {
    notes.push("this PostgreSQL has no PostGIS (postgresql-15-postgis-3 in Debian): its column is left out");
    continue;
  }
  closers.push(postgis.close);
  const expected = found(places);
  contenders.push({
    name: `points by PostGIS, ${size}`,
    run: async () => {
      const started = performance.now();
      const count = await postgis.inside(places);
      if (Math.abs(count - expected) > expected / 1000) throw new Error(`PostGIS finds ${count}, we ${expected}`);
      return perSecond(places.length, started);
    },
  });
}
if (databaseUrl === undefined) notes.push("no PostgreSQL named by PULSE_BENCH_DATABASE_URL: PostGIS is left out");

const results = await alternate(contenders, { rounds: 7 });
for (const close of closers) await close();
const ratio = (over: string, under: string): number => medianOf(results, over) / medianOf(results, under);
const sizesWith = (kind: string): number[] =>
  sizes.filter((size) => results.some(({ name }) => name === `${kind}, ${size}`));
report({
  bench: "fences",
  unit: "positions/s",
  measured: results,
  aims: [
    {
      what: `cost a position, ${most} fences ÷ 10`,
      value: ratio("the stage, 10 fences", `the stage, ${most} fences`),
      atMost: 3,
    },
    ...["a plain scan", "PostGIS"].flatMap((peer) =>
      sizesWith(`points by ${peer}`).map((size) => ({
        what: `our index ÷ ${peer}, ${size} fences`,
        value: ratio(`points by our index, ${size}`, `points by ${peer}, ${size}`),
      })),
    ),
  ],
  notes: [
    "fences of six corners, one to 400 m²; things walk at 1 m/s, each position with 32 places where the thing may be, 2 m around",
    "PostGIS: one statement joins all points with the fences by ST_Contains, so that asking costs nothing",
    ...notes,
  ],
});

function timed(places: readonly LatLon[], count: (places: readonly LatLon[]) => number): number {
  const started = performance.now();
  if (count(places) === 0 && !isSmoke) throw new Error("nothing found");
  return perSecond(places.length, started);
}

/** The live path's whole work for a position of an asset. */
function stage(
  walkers: readonly Walker[],
  areas: ReadonlyMap<string, KnownFence["area"]>,
  index: ReturnType<typeof fenceIndex<string>>,
): number {
  const common = {
    siteId: "site",
    customerId: "",
    bounds: null,
    floorIds: new Set<string>(),
    exitTimeoutMs: 1_800_000,
    changedMs: -Infinity,
  };
  const fenceOf = (id: string): KnownFence => ({
    ...common,
    id,
    name: id,
    area: areas.get(id)!,
    sensitivity: "normal",
  });
  const known = new Map([...areas.keys()].map((id) => [id, fenceOf(id)]));
  let crossings = 0;
  const watch = fenceWatch({
    fences: { get: (id) => known.get(id), near: (_site, place, distanceM) => index.near(place, distanceM) },
    stored: [],
    seenMs: new Map(),
    now: () => 0,
    crossed: () => crossings++,
  });
  const fixes = Array.from({ length: rounds }, (_, second) =>
    walkers.map(({ id, at }) => ({
      assetId: id,
      siteId: "site",
      atMs: second * 1000,
      accuracyM: 3,
      elevationM: 1,
      floorId: "",
      floorUncertain: false,
      moving: true,
      shown: true,
      frame,
      ...at(second),
    })),
  ).flat();
  globalThis.gc?.();
  const started = performance.now();
  for (const fix of fixes) watch.process(fix);
  const rate = perSecond(fixes.length, started);
  if (crossings === 0 && !isSmoke) throw new Error("nobody has crossed an edge");
  return rate;
}
