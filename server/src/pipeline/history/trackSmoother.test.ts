import { localFrame } from "@pulse/geo/localFrame";
import { buildSiteModel } from "@pulse/positioning/engine/siteModel";
import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";
import { expect, test } from "vitest";
import type { LocatedFix } from "../../platform/bus/bus.ts";
import type { Database } from "../../platform/database/schema.ts";
import type { LiveSite } from "../locate/liveSite.ts";
import { trackSmoother } from "./trackSmoother.ts";

const floor = {
  id: "floor",
  level: 0,
  elevationM: 0,
  outline: [
    { x: 0, y: 0 },
    { x: 60, y: 0 },
    { x: 60, y: 40 },
    { x: 0, y: 40 },
  ],
};
const settings = {
  mechanism: "TRILATERATED",
  anchorSnapRadiusM: 3,
  locationAccuracyThresholdM: 50,
  ignoreMovingTracker: false,
} as const;
const model = buildSiteModel({ anchors: [], floors: [floor], settings, calibration: null });
// The smoother needs only these two parts of a site.
const site = { model, frame: localFrame({ lat: 51.9, lon: 4.4 }), floors: new Map() } as Partial<LiveSite> as LiveSite;

/** A database that only records the rows that are stored. */
function rowsTo(stored: string[], isRefusing = (): boolean => false): Kysely<Database> {
  const connection: DatabaseConnection = {
    executeQuery: ({ parameters }: CompiledQuery) => {
      if (isRefusing()) return Promise.reject(new Error("away"));
      stored.push(...String(parameters[0]).slice(1, -1).split(","));
      return Promise.resolve({ rows: [] });
    },
    streamQuery: () => {
      throw new Error("nothing is streamed");
    },
  };
  class Driver extends DummyDriver {
    override acquireConnection = () => Promise.resolve(connection);
  }
  return new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Driver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

/** Trackers that walk to and fro for this many seconds. */
function walk(walkers: number, seconds: number) {
  let take: (fixes: LocatedFix[]) => void = () => undefined;
  const clock = { nowMs: 0 };
  return {
    bus: {
      subscribe: (_: string, act: (fixes: never) => void) => {
        take = act as typeof take;
        return () => undefined;
      },
    } as Parameters<typeof trackSmoother>[0]["bus"],
    now: () => clock.nowMs,
    go: () => {
      for (let s = 0; s < seconds; s++) {
        clock.nowMs += 1000;
        take(Array.from({ length: walkers }, (_, nth) => fixOf(`t${nth}`, clock.nowMs, nth)));
      }
    },
  };
}

function fixOf(trackerId: string, atMs: number, nth: number): LocatedFix {
  const s = atMs / 1000;
  const x = 5 + Math.abs(((1.2 * s + nth) % 80) - 40) + Math.sin(7 * s + nth);
  const y = 10 + Math.cos(5 * s + nth);
  return {
    siteId: "site",
    trackerId,
    lat: 0,
    lon: 0,
    fix: {
      atMs,
      x,
      y,
      floor: "floor",
      elevationM: 1.2,
      accuracyM: 3,
      accuracyOuterM: 6,
      mechanism: "TRILATERATED",
      moving: true,
      nearest: null,
      shown: true,
      floorUncertain: false,
      gatewaysHeard: 4,
      room: null,
      raw: { x, y, atMs: atMs - 1500, varianceM2: 4 },
    },
  };
}

const parts = { sites: { ready: () => site }, flushMs: 20 };

test("smoothing many walks gives way to other work, even while closing, and leaves none out", async () => {
  const [stored, warned]: [string[], unknown[]] = [[], []];
  const { bus, now, go } = walk(300, 100);
  const log = { warn: (...told: unknown[]) => void warned.push(told) };
  const smoother = trackSmoother({ ...parts, db: rowsTo(stored), bus, now, log, closingMs: 60_000 });
  go();
  let turns = 0;
  const other = setInterval(() => (turns += 1), 1);
  await smoother.close();
  clearInterval(other);
  expect(turns).toBeGreaterThan(10);
  expect(stored).toHaveLength(300 * 100);
  expect(warned).toEqual([]);
});

test("closing the track smoother does not wait for walks for which there is no time, and warns about them", async () => {
  const [stored, warned]: [string[], unknown[][]] = [[], []];
  const { bus, now, go } = walk(50, 100);
  const log = { warn: (...told: unknown[]) => void warned.push(told) };
  const smoother = trackSmoother({ ...parts, db: rowsTo(stored), bus, now, log, closingMs: -1 });
  go();
  await smoother.close();
  expect(stored.filter((id) => id !== "")).toEqual([]);
  expect(warned).toEqual([[{ trackers: 50 }, expect.stringContaining("stop")]]);
});

test("walks that the database refuses are kept, and stored when it is back", async () => {
  const stored: string[] = [];
  let [refusing, refused] = [true, 0];
  const { bus, now, go } = walk(40, 130);
  const isRefusing = (): boolean => {
    refused += refusing ? 1 : 0;
    return refusing;
  };
  const log = { warn: () => undefined };
  const smoother = trackSmoother({ ...parts, db: rowsTo(stored, isRefusing), bus, now, log, closingMs: 60_000 });
  go();
  await expect.poll(() => refused, { timeout: 30_000 }).toBeGreaterThan(2);
  refusing = false;
  await smoother.close();
  expect(stored.filter((id) => id !== "")).toHaveLength(40 * 130);
});
