import type { Measurements } from "../window/measurements.ts";
import type { PlacedAnchor, PlacedFloor } from "../model/placed.ts";
import type { SiteModel } from "../model/siteModel.ts";
import type { TrackerState } from "../model/trackerState.ts";

/** With more gateways than this hearing a tag, those that do not have nothing to add. */
const ENOUGH_HEARD = 10;
/** A gateway that heard some tag within this is alive, ms. */
const ALIVE_MS = 30_000;
const MOST_SILENT = 8;
/** It has to be silent for this many windows, and those that hear the tag have to hear it this often in one. */
const SILENT_SPANS = 2;
const SURE_PACKETS = 2.5;
/**
 * The gateways of the floor that are alive and do not hear the tag, where so few hear it that this is worth knowing;
 * written into `out`. Taken as hard evidence silence does harm, so that it is bounded, compared with the faintest
 * gateway that does hear the tag (the tag's own strength cancels), and believed only of gateways that hear others.
 */
export function silentAnchors(
  model: SiteModel,
  state: TrackerState,
  m: Measurements,
  floor: PlacedFloor,
  nowMs: number,
  spanMs: number,
  out: PlacedAnchor[],
): PlacedAnchor[] {
  out.length = 0;
  if (m.count >= ENOUGH_HEARD || packetsOfEach(m) < SURE_PACKETS) return out;
  for (const anchor of model.anchors.values()) {
    if (anchor.floor !== floor || nowMs - anchor.heardMs > ALIVE_MS || anchor.heardMs > nowMs) continue;
    if (nowMs > anchor.validUntilMs) continue;
    const window = state.windows.get(anchor.id);
    const lastMs = window?.count ? window.atMs[window.count - 1]! : -Infinity;
    if (nowMs - lastMs > SILENT_SPANS * spanMs && out.length < MOST_SILENT) out.push(anchor);
  }
  return out;
}

function packetsOfEach(m: Measurements): number {
  let packets = 0;
  for (let i = 0; i < m.count; i++) packets += m.packets[i]!;
  return packets / Math.max(1, m.count);
}
