import type { Calibration } from "../model/calibration.ts";
import type { Snapshot } from "./evidence.ts";
import { calibrateFromTraffic } from "./selfCalibration.ts";
import type { SiteModel } from "../model/siteModel.ts";

/** A snapshot with names instead of a model's gateways: what goes to another thread. */
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
 * As `fitTraffic`, from packed snapshots of a site that `model` stands for. A snapshot that names a gateway or a floor
 * which the model does not have is left out. Null where the law in use is as good.
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
