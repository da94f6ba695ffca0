import { isSuspect } from "../learn/gatewayHealth.ts";
import type { Measurements } from "../window/measurements.ts";
import { PACKET_SD_DB } from "../window/packetMean.ts";

/** Residuals share causes: every variance is stretched by this, so that they count a little less. */
const TEMPER = 1.2;
/** A gateway whose hearing is off still tells near from far. */
const SUSPECT_WEIGHT = 0.2;
/** Windows this near in time are of one moment, s. */
const TOGETHER_S = 1;

/** What gateways at one point hear beside the law is the same by this share: they see the same walls and bodies, at other frequencies. */
const SPOT_SHARE = 0.6;

/** What a gateway hears changes by about this much with each metre a tag goes, dB. */
const SLOPE_DB_M = 0.8;

/**
 * Variance of a window's mean around the law: shadowing, which stays, packet noise, which averages out, and how far a
 * tag in motion has gone since a window that is older than the newest one, or a mobile gateway may be from its place, and
 * how unsure it is what the ceilings take that are between.
 * @param speedMps of a tag that moves, or did until `restsFromMs`
 */
export function weigh(m: Measurements, shadowSdDb: number, speedMps = 0, restsFromMs = Infinity): void {
  let newestMs = -Infinity;
  for (let i = 0; i < m.count; i++) newestMs = Math.max(newestMs, m.middleMs[i]!);
  newestMs = Math.min(newestMs, restsFromMs);
  for (let i = 0; i < m.count; i++) {
    const goneM = speedMps * Math.max(0, (newestMs - m.middleMs[i]!) / 1000 - TOGETHER_S);
    const { residual, placeSdM } = m.anchors[i]!;
    m.noise[i] = PACKET_SD_DB ** 2 / m.packets[i]! + SLOPE_DB_M ** 2 * (goneM ** 2 + placeSdM ** 2);
    const trust = isSuspect(residual) ? SUSPECT_WEIGHT : 1;
    m.votes[i] = votesAt(m, i);
    m.weight[i] = (trust * m.votes[i]!) / (TEMPER * (shadowSdDb ** 2 + m.noise[i]! + m.slabDb2[i]!));
  }
}

/** What one of several gateways at one point counts for: together they are little more than one. */
function votesAt({ anchors, count }: Measurements, i: number): number {
  const { spot } = anchors[i]!;
  if (spot === undefined) return 1;
  let sharing = 0;
  for (let j = 0; j < count; j++) if (anchors[j]!.spot === spot) sharing++;
  return 1 / (1 + SPOT_SHARE * (sharing - 1));
}
