import { isSuspect } from "../learn/gatewayHealth.ts";
import type { Measurements } from "../window/measurements.ts";
import { PACKET_SD_DB } from "../window/motion.ts";

/** Residuals share causes: every variance is stretched by this, so that they count a little less. */
const TEMPER = 1.2;
/** A gateway whose hearing is off still tells near from far. */
const SUSPECT_WEIGHT = 0.2;

/** Variance of a window's mean around the law: shadowing, which stays, and packet noise, which averages out. */
export function weigh(m: Measurements, shadowSdDb: number): void {
  for (let i = 0; i < m.count; i++) {
    m.noise[i] = PACKET_SD_DB ** 2 / m.packets[i]!;
    const trust = isSuspect(m.anchors[i]!.residual) ? SUSPECT_WEIGHT : 1;
    m.weight[i] = trust / (TEMPER * (shadowSdDb ** 2 + m.noise[i]!));
  }
}
