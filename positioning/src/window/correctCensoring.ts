import type { Measurements } from "./measurements.ts";
import { PACKET_SD_DB } from "./packetMean.ts";

/** Gateways that hear less than this above the site's weakest packet miss some, standard deviations of a packet. */
const NEAR_SDS = 3;
/** The most that a mean is lowered, standard deviations of a packet: packets get lost for other reasons as well. */
const MAX_SDS = 1.2;

/**
 * Lowers each mean by what the packets too weak for the gateway would have taken off it: near the weakest level that is
 * heard at all, only strong packets get through. The gateway that hears the tag most often shows how many are missing.
 */
export function correctCensoring(m: Measurements, faintestDbm: number): void {
  let max = 0;
  for (let i = 0; i < m.count; i++) max = Math.max(max, m.packets[i]!);
  for (let i = 0; i < m.count; i++) {
    const near = NEAR_SDS - (m.rssi[i]! - faintestDbm) / PACKET_SD_DB;
    if (near <= 0) continue;
    const share = (m.packets[i]! + 0.5) / (max + 0.5);
    // The mean of a normal distribution's upper share above its own mean, in standard deviations, to within 0.1.
    m.rssi[i]! -= PACKET_SD_DB * Math.min(1, near) * Math.min(MAX_SDS, 1.6 * (1 - share));
  }
}
