import type { Measurements } from "./measurements.ts";
import { PACKET_SD_DB } from "./motion.ts";

/** Residuals share causes: every variance is stretched by this, so that they count a little less. */
const TEMPER = 1.2;

/** Variance of a window's mean around the law: shadowing, which stays, and packet noise, which averages out. */
export function weigh(m: Measurements, shadowSdDb: number): void {
  for (let i = 0; i < m.count; i++) {
    m.noise[i] = PACKET_SD_DB ** 2 / m.packets[i]!;
    m.weight[i] = 1 / (TEMPER * (shadowSdDb ** 2 + m.noise[i]!));
  }
}
