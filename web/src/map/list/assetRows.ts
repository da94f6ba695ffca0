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
  /** Why somebody should look at it; null: nothing is wrong. */
  attention: Attention | null;
  /** When `attention` was first seen, ms. */
  attentionSinceMs: number;
  /** What decides the row's place in the list: the newest `attention` that has lasted. */
  stableAttention: Attention | null;
  floorId: string | null;
  /** The innermost room or geofence; null when only the floor or the nearest gateway is known. */
  place: string | null;
  /** The names of all its places, building, floor, geofences and room, for the filter. */
  places: string;
  /** The geofences that contain it, one line each: the id, a tab and the name. */
  fences: string;
  nearest: string | null;
  /** Percent; null unless it is at or below the limit for low. */
  lowBattery: number | null;
}

/** What makes a row rise, the most urgent first. Moving does not: things move all day, and the list would never rest. */
export const attentions = ["lowBattery", "stale"] as const;
export type Attention = (typeof attentions)[number];

/** How long a row must need attention, or none, before it changes its place, ms. */
export const stableAfterMs = 10_000;

/** The row of an asset at `nowMs`, following the one before. */
export function rowOf(asset: LiveAsset, nowMs: number, before?: AssetRow): AssetRow {
  const status = statusOf(asset, nowMs);
  const battery = asset.batteryLevel;
  const lowBattery = battery !== null && battery <= limits.lowBatteryPercent ? battery : null;
  const attention = lowBattery !== null ? "lowBattery" : status === "stale" ? "stale" : null;
  const attentionSinceMs = before?.attention === attention ? before.attentionSinceMs : nowMs;
  const isStable = before === undefined || nowMs - attentionSinceMs >= stableAfterMs;
  const fences = asset.sections.filter(({ kind }) => kind === "geofence");
  return {
    guid: asset.guid,
    type: asset.type,
    identifier: identifierOf(asset.name, asset.type),
    name: asset.name,
    status,
    attention,
    attentionSinceMs,
    stableAttention: isStable ? attention : before.stableAttention,
    floorId: asset.floorId,
    place: asset.room?.name ?? fences.at(-1)?.name ?? null,
    places: [...asset.sections, ...(asset.room ? [asset.room] : [])].map(({ name }) => name).join(" "),
    fences: fences.map(({ id, name }) => `${id}\t${name}`).join("\n"),
    nearest: asset.nearestHardware,
    lowBattery,
  };
}

/** When a row may change without news of its asset, ms: it turns stale, or what it needs has lasted long enough. */
export function changesAtMs(row: AssetRow, asset: LiveAsset): number {
  const isFresh = row.status === "moving" || row.status === "still";
  const staleMs = isFresh && asset.lastUpdatedMs !== null ? asset.lastUpdatedMs + staleAfterMs + 1 : Infinity;
  return Math.min(staleMs, row.attention === row.stableAttention ? Infinity : row.attentionSinceMs + stableAfterMs);
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
