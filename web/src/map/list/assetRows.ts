import { limits } from "@pulse/contract/limits";
import type { LiveAsset } from "../../live/liveStore.ts";
import { identifierOf } from "../../mapEngine/assetIdentifier.ts";
import { staleAfterMs, type Status, statusOf } from "../../mapEngine/assetStatus.ts";

/** What the list shows of an asset, except its ticking age: a row renders again only when this changes. */
export interface AssetRow {
  guid: string;
  type: string;
  /** The bold part of the name: the name without its type. */
  identifier: string;
  name: string;
  status: Status;
  /** When the status was first seen, ms. */
  statusSinceMs: number;
  /** The status that decides the row's place in the list: the newest one that has lasted. */
  stableStatus: Status;
  floorId: string | null;
  /** The innermost place, in words; null when only the nearest gateway is known. */
  place: string | null;
  /** The names of all its places, building, floor, geofences and room, for the filter. */
  places: string;
  /** The geofences that contain it, one line each: the id, a tab and the name. */
  fences: string;
  nearest: string | null;
  /** Percent; null unless it is at or below the limit for low. */
  lowBattery: number | null;
}

/** How long a status must last before it moves a row, ms: things that stop and start keep their place. */
export const stableAfterMs = 10_000;

/** The row of an asset at `nowMs`, following the one before. */
export function rowOf(asset: LiveAsset, nowMs: number, before?: AssetRow): AssetRow {
  const status = statusOf(asset, nowMs);
  const statusSinceMs = before?.status === status ? before.statusSinceMs : nowMs;
  const isStable = before === undefined || nowMs - statusSinceMs >= stableAfterMs;
  const fences = asset.sections.filter(({ kind }) => kind === "geofence");
  const battery = asset.batteryLevel;
  return {
    guid: asset.guid,
    type: asset.type,
    identifier: identifierOf(asset.name, asset.type),
    name: asset.name,
    status,
    statusSinceMs,
    stableStatus: isStable ? status : before.stableStatus,
    floorId: asset.floorId,
    place: asset.room?.name ?? fences.at(-1)?.name ?? null,
    places: [...asset.sections, ...(asset.room ? [asset.room] : [])].map(({ name }) => name).join(" "),
    fences: fences.map(({ id, name }) => `${id}\t${name}`).join("\n"),
    nearest: asset.nearestHardware,
    lowBattery: battery !== null && battery <= limits.lowBatteryPercent ? battery : null,
  };
}

/** When a row may change without news of its asset, ms: it turns stale, or its status has lasted long enough. */
export function changesAtMs(row: AssetRow, asset: LiveAsset): number {
  const isFresh = row.status === "moving" || row.status === "still";
  const staleMs = isFresh && asset.lastUpdatedMs !== null ? asset.lastUpdatedMs + staleAfterMs + 1 : Infinity;
  return Math.min(staleMs, row.status === row.stableStatus ? Infinity : row.statusSinceMs + stableAfterMs);
}

/** Whether two rows say the same. */
export function isSameRow(a: AssetRow, b: AssetRow): boolean {
  return (Object.keys(a) as (keyof AssetRow)[]).every((key) => a[key] === b[key]);
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** The order of names: without their types, and with numbers by value. */
export function byName(a: AssetRow, b: AssetRow): number {
  return collator.compare(a.identifier, b.identifier);
}
