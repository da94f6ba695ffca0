import { createHash } from "node:crypto";
import type { Sensitivity } from "@pulse/contract/geofences";
import { circleArea, type FenceArea, polygonArea } from "@pulse/geo/fenceArea";
import { type FenceIndex, fenceIndex } from "@pulse/geo/fenceIndex";
import type { LatLon } from "@pulse/geo/latLon";
import type { Kysely } from "kysely";
import type { Bus } from "../../platform/bus/bus.ts";
import type { Changed } from "../../platform/bus/changed.ts";
import type { Database } from "../../platform/database/schema.ts";
import { type Refresher, refresher } from "../../platform/runtime/refresher.ts";
import { type FenceSelection, storedFences, type StoredFence } from "./storedFences.repository.ts";

/** A fence as the live path needs it. */
export interface KnownFence {
  id: string;
  siteId: string;
  customerId: string;
  name: string;
  area: FenceArea;
  bounds: { lower: number; upper: number } | null;
  /** Empty: all floors. */
  floorIds: ReadonlySet<string>;
  sensitivity: Sensitivity;
  exitTimeoutMs: number;
  /** Since when it encloses its present ground, ms. */
  changedMs: number;
}

/** A fence in memory, with a digest that shows whether its ground has changed. */
interface HeldFence extends KnownFence {
  ground: string;
}

export interface KnownFences {
  get(id: string): KnownFence | undefined;
  near(siteId: string, place: LatLon, distanceM: number): Iterable<string>;
  /** Resolves when every announced change has been read, or could not be. */
  settled(): Promise<void>;
  close(): void;
}

/** All fences in memory, read again as they change. */
export async function knownFences(parts: {
  db: Kysely<Database>;
  bus: Pick<Bus, "subscribe">;
  now(): number;
  random(): number;
  problem(error: unknown): void;
}): Promise<KnownFences> {
  const fences = new Map<string, HeldFence>();
  let isStart = true;
  const indexes = new Map<string, FenceIndex<string>>();

  const add = (row: StoredFence): void => {
    const ground = groundOf(row);
    const previous = fences.get(row.id);
    const changedMs = isStart
      ? row.created_at.getTime()
      : previous?.ground === ground
        ? previous.changedMs
        : parts.now();
    const fence = { ...knownFence(row), changedMs, ground };
    fences.set(fence.id, fence);
    const index = indexes.get(fence.siteId) ?? fenceIndex<string>();
    indexes.set(fence.siteId, index);
    index.set(fence.id, fence.area.bounds);
  };
  const drop = (id: string): void => {
    const fence = fences.get(id);
    if (fence) indexes.get(fence.siteId)?.delete(id);
    fences.delete(id);
  };
  const read = async (requests: readonly FenceSelection[]): Promise<void> => {
    for (const request of requests.includes("all") ? (["all"] as const) : requests) {
      const rows = await storedFences(parts.db, request);
      const foundIds = new Set(rows.map(({ id }) => id));
      for (const [id, fence] of fences) if (concerns(request, fence) && !foundIds.has(id)) drop(id);
      for (const row of rows) add(row);
    }
  };

  const copy: Refresher<FenceSelection> = refresher({ ...parts, read });
  const stop = parts.bus.subscribe("changed", (changed) => {
    const request = requestFor(changed);
    if (request !== null) copy.request(request);
  });
  await read(["all"]);
  isStart = false;
  return {
    get: (id) => fences.get(id),
    near: (siteId, place, distanceM) => indexes.get(siteId)?.near(place, distanceM) ?? [],
    settled: copy.settled,
    close: () => {
      stop();
      copy.close();
    },
  };
}

/** The exit time-out may be the site's or the customer's. */
function requestFor({ kind, ids }: Changed): FenceSelection | null {
  if (kind === "everything") return "all";
  return kind === "geofence" || kind === "site" || kind === "customer" ? { by: kind, ids } : null;
}

function concerns(request: FenceSelection, fence: KnownFence): boolean {
  if (request === "all") return true;
  const id = { geofence: fence.id, site: fence.siteId, customer: fence.customerId }[request.by];
  return request.ids.includes(id);
}

/** A digest, so that fences with many corners are not kept twice. */
function groundOf(row: StoredFence): string {
  const { shape, lat, lon, radius, floor_ids, elevation_lower_bound: lower, elevation_upper_bound: upper } = row;
  const ground = JSON.stringify([shape, lat, lon, radius, floor_ids, lower, upper]);
  return createHash("sha256").update(ground).digest("base64");
}

function knownFence(row: StoredFence): Omit<KnownFence, "changedMs"> {
  const { elevation_lower_bound: lower, elevation_upper_bound: upper } = row;
  return {
    id: row.id,
    siteId: row.site_id,
    customerId: row.customer_id,
    name: row.name,
    area: row.shape === null ? circleArea(row, row.radius!) : polygonArea(row.shape),
    bounds: lower === null || upper === null ? null : { lower, upper },
    floorIds: new Set(row.floor_ids),
    sensitivity: row.sensitivity,
    exitTimeoutMs: row.exit_timeout_min * 60_000,
  };
}
