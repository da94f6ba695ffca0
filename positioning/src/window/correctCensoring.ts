import type { Measurements } from "./measurements.ts";
import { WINDOW } from "./windowConstants.ts";

/**
 * Lowers each mean by what the packets too weak for the gateway would have taken off it: near the weakest level that is
 * heard at all, only strong packets get through. The gateway that hears the tag most often shows how many are missing.
 */
export function correctCensoring(m: Measurements, faintestDbm: number): void {
  let max = 0;
  for (let i = 0; i < m.count; i++) max = Math.max(max, m.packets[i]!);
  for (let i = 0; i < m.count; i++) {
    const near = WINDOW.censoredSds - (m.rssi[i]! - faintestDbm) / WINDOW.packetSdDb;
    if (near <= 0) continue;
    const share = (m.packets[i]! + 0.5) / (max + 0.5);
    // The mean of a normal distribution's upper share above its own mean, in standard deviations, to within 0.1.
    m.rssi[i]! -= WINDOW.packetSdDb * Math.min(1, near) * Math.min(WINDOW.maxCensoredSds, 1.6 * (1 - share));
  }
}
