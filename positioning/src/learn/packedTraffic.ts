import type { Snapshot } from "./evidence.ts";
import type { PlacedSite } from "../model/placedSite.ts";

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
  return packed.flatMap((one): Snapshot[] => {
    const floor = model.floors.find(({ id }) => id === one.floor);
    const [anchors, nonDetecting] = [one.anchors, one.nonDetecting].map((ids) =>
      ids.map((id) => model.anchors.get(id)),
    );
    if (!floor || !anchors?.every((anchor) => anchor !== undefined)) return [];
    return [{ ...one, floor, anchors, nonDetecting: (nonDetecting ?? []).filter((anchor) => anchor !== undefined) }];
  });
}
