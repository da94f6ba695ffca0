import { isolatedModel } from "@pulse/positioning/explain/isolatedModel";
import { newTagOffset } from "@pulse/positioning/learn/tagOffset";
import type { SiteModel } from "@pulse/positioning/engine/siteModel";
import { observe } from "@pulse/positioning/window/signalState";
import type { LiveSite } from "./liveSite.ts";
import type { ExplainedFix } from "./locateWorker.ts";
import { packetsOf } from "./sightingPackets.ts";
import type { SightingStep } from "./sightingSteps.repository.ts";
import { strengthUnder } from "./strengthUnder.ts";
import { newTrackedTracker, nextFix, whyFix } from "./trackedTracker.ts";

/** A tracker is located anew from the sightings of this long before the moment, ms. */
export const pastWindowMs = 60_000;

/**
 * Why a tracker was where it was: it is located once more, from the stored sightings, with the site as it is drawn and
 * calibrated now, which learns nothing from it. Null: there is nothing to locate it from.
 */
export function pastExplanation(
  site: LiveSite,
  trackerId: string,
  steps: readonly SightingStep[],
  atMs: number,
): ExplainedFix | null {
  const tracked = newTrackedTracker(site.id, atMs, 0);
  const tag = site.tags.get(trackerId);
  if (tag !== undefined) {
    tracked.state.model = tag.make;
    tracked.state.offset = strengthUnder(site.model, tag) ?? newTagOffset();
  }
  const then = { ...site, model: pastModel(site.model) };
  const packets = steps.flatMap(packetsOf).toSorted((a, b) => a.atMs - b.atMs);
  // Fix by fix, in order, since the filter and the motion depend on what came before.
  let nth = 0;
  for (let tickMs = atMs - pastWindowMs; tickMs <= atMs; tickMs += 1000) {
    for (; nth < packets.length && packets[nth]!.atMs <= tickMs; nth++) {
      observe(tracked.state, { ...packets[nth]!, receivedMs: packets[nth]!.atMs });
      tracked.wasSighted = true;
    }
    if (tracked.wasSighted) nextFix(then, tracked, tickMs, () => undefined);
  }
  const why = whyFix(then, tracked);
  return why && tracked.last && { site, fix: tracked.last, why };
}

/** Stored sightings are replayed without delay, however late gateways hand over their packets now. */
function pastModel(model: SiteModel): SiteModel {
  const borrowed = isolatedModel(model);
  for (const anchor of borrowed.anchors.values()) {
    anchor.lagMs = 0;
    anchor.waitsMs = [];
    anchor.laggedMs = -Infinity;
  }
  return borrowed;
}
