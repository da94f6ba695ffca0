import type { Measurements } from "../window/measurements.ts";
import type { Posterior } from "../cost/posterior.ts";
import type { PlacedAnchor } from "../model/placed.ts";
import type { PlacedSite } from "../model/placedSite.ts";
import type { FixState } from "./fixState.ts";
import { FIX } from "./fixConstants.ts";

/** The strength a gateway would show with the site's usual power, so that loud and deaf ones are comparable, dBm. */
function corrected(m: Measurements, i: number, usualPowerDbm: number): number {
  return m.rssi[i]! - (m.anchors[i]!.radio.powerDbm - usualPowerDbm);
}

/**
 * ANCHORED: the gateway at which the tag is shown. The strongest by window mean takes over when it leads the present
 * one by 4 dB in two windows running, and only if the posterior's place is within its snap radius; else the present one
 * stays. With none yet, or one on another floor, the strongest is taken at once.
 */
export function chooseAnchor(
  model: PlacedSite,
  m: Measurements,
  posterior: Posterior,
  state: FixState["anchor"],
  nowMs: number,
): PlacedAnchor | null {
  const known = state.id === null ? undefined : model.anchors.get(state.id);
  // A mobile gateway whose place is no longer valid may be anywhere.
  const last = known && nowMs <= known.validUntilMs ? known : undefined;
  // If no gateway of the floor hears it now, it stays at the last one.
  if (m.own === 0) return last ?? (m.count ? m.anchors[0]! : null);
  const usual = m.anchors[0]!.radio.powerDbm;
  let strongest = 0;
  let present = -1;
  for (let i = 0; i < m.own; i++) {
    if (corrected(m, i, usual) > corrected(m, strongest, usual)) strongest = i;
    if (m.anchors[i]!.id === state.id) present = i;
  }
  const best = m.anchors[strongest]!;
  if (last?.floor !== best.floor) return settle(state, best);
  if (last === best) return settle(state, last);
  const within = Math.hypot(posterior.x - best.x, posterior.y - best.y) <= best.snapRadiusM;
  const leads = present < 0 || corrected(m, strongest, usual) - corrected(m, present, usual) >= FIX.anchorLeadDb;
  if (!within || !leads) return settle(state, last);
  state.challengeCount = state.challengerId === best.id ? state.challengeCount + 1 : 1;
  state.challengerId = best.id;
  return state.challengeCount >= FIX.takeoverFixes ? settle(state, best) : last;
}

function settle(state: FixState["anchor"], anchor: PlacedAnchor): PlacedAnchor {
  state.id = anchor.id;
  state.challengerId = null;
  state.challengeCount = 0;
  return anchor;
}
