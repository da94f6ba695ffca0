import type { PlacedAnchor, PlacedFloor } from "../model/placed.ts";
import type { PlacedSite } from "../model/placedSite.ts";

/** What the gateways of one floor heard of one tag at one moment, its place unknown. */
export interface Snapshot {
  tagId: string;
  atMs: number;
  floor: PlacedFloor;
  anchors: PlacedAnchor[];
  /** Window means, dBm, one for each anchor. */
  rssi: number[];
  /** Gateways that are alive and did not hear it. */
  nonDetecting: PlacedAnchor[];
  /** Power at 1 m that the tag states, dBm; null or left out: none. */
  statedPowerDbm?: number | null;
  /** How much it counts as an observation: less than 1 if the same tag has said the same before. */
  weight: number;
}

/** How many observations snapshots are: what a tag says again and again counts once. */
export function effectiveObservationsIn(snapshots: readonly Snapshot[]): number {
  return snapshots.reduce((sum, { weight }) => sum + weight, 0);
}

/** A snapshot as it would be without these gateways. */
export function withoutGateways(snapshot: Snapshot, ids: readonly string[]): Snapshot {
  const { anchors, rssi, nonDetecting } = snapshot;
  const stays = ({ id }: PlacedAnchor): boolean => !ids.includes(id);
  return {
    ...snapshot,
    anchors: anchors.filter(stays),
    rssi: rssi.filter((_, i) => stays(anchors[i]!)),
    nonDetecting: nonDetecting.filter(stays),
  };
}

/** A snapshot with names instead of a model's gateways, to be sent to another thread. */
export interface PackedSnapshot extends Omit<Snapshot, "floor" | "anchors" | "nonDetecting"> {
  floor: string;
  anchors: string[];
  nonDetecting: string[];
}

export function packTraffic(snapshots: readonly Snapshot[]): PackedSnapshot[] {
  return snapshots.map((one) => ({
    ...one,
    floor: one.floor.id,
    anchors: one.anchors.map(({ id }) => id),
    nonDetecting: one.nonDetecting.map(({ id }) => id),
  }));
}

/** Snapshots of the site that `model` describes. One from a floor, or heard by a gateway, that it lacks is left out. */
export function unpackTraffic(packed: readonly PackedSnapshot[], model: PlacedSite): Snapshot[] {
  const anchorsOf = (ids: readonly string[]): PlacedAnchor[] => ids.flatMap((id) => model.anchors.get(id) ?? []);
  return packed.flatMap((one): Snapshot[] => {
    const floor = model.floors.find(({ id }) => id === one.floor);
    const anchors = anchorsOf(one.anchors);
    if (!floor || anchors.length < one.anchors.length) return [];
    return [{ ...one, floor, anchors, nonDetecting: anchorsOf(one.nonDetecting) }];
  });
}
