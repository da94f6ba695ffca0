import type { Calibration } from "../model/calibration.ts";
import type { Snapshot } from "./evidence.ts";
import { calibrateFromTraffic } from "./selfCalibration.ts";
import type { SiteModel } from "../model/siteModel.ts";

/** A snapshot with names instead of a model's gateways, to be sent to another thread. */
export interface PackedSnapshot extends Omit<Snapshot, "floor" | "anchors" | "silent"> {
  floor: string;
  anchors: string[];
  silent: string[];
}

export function packTraffic(snapshots: readonly Snapshot[]): PackedSnapshot[] {
  return snapshots.map((one) => ({
    ...one,
    floor: one.floor.id,
    anchors: one.anchors.map(({ id }) => id),
    silent: one.silent.map(({ id }) => id),
  }));
}

/**
 * Like `fitTraffic`, from packed snapshots of the site that `model` describes. A snapshot from a floor, or heard by a
 * gateway, that the model does not have is left out. Null if the law in use is as good.
 */
export function fitPackedTraffic(
  packed: readonly PackedSnapshot[],
  model: SiteModel,
  version: number,
  inUse: Calibration | null = null,
): Calibration | null {
  const snapshots = packed.flatMap((one): Snapshot[] => {
    const floor = model.floors.find(({ id }) => id === one.floor);
    const [anchors, silent] = [one.anchors, one.silent].map((ids) => ids.map((id) => model.anchors.get(id)));
    if (!floor || !anchors?.every((anchor) => anchor !== undefined)) return [];
    return [{ ...one, floor, anchors, silent: (silent ?? []).filter((anchor) => anchor !== undefined) }];
  });
  return calibrateFromTraffic(snapshots, model.tagHeightM, version, inUse);
}
