import type { Measurements } from "./measurements.ts";
import { PACKET_SD_DB } from "./packetMean.ts";

/** Gateways that hear weaker than this above the weakest packet of the site lose some, standard deviations of a packet. */
const NEAR_SDS = 3;
/** No mean is taken off more than this, standard deviations of a packet: other things lose packets as well. */
const MOST_SDS = 1.2;

/**
 * Takes off what the packets that a gateway is too deaf to hear would have taken off its mean: near the weakest level
 * at all only the strong ones get through. How many are missing shows beside the gateway that hears the tag most often.
 */
export function correctUnheard(m: Measurements, faintestDbm: number): void {
  let most = 0;
  for (let i = 0; i < m.count; i++) most = Math.max(most, m.packets[i]!);
  for (let i = 0; i < m.count; i++) {
    const near = NEAR_SDS - (m.rssi[i]! - faintestDbm) / PACKET_SD_DB;
    if (near <= 0) continue;
    const share = (m.packets[i]! + 0.5) / (most + 0.5);
    // The mean of a normal law's upper share above its own mean, in standard deviations, to within 0.1.
    m.rssi[i]! -= PACKET_SD_DB * Math.min(1, near) * Math.min(MOST_SDS, 1.6 * (1 - share));
  }
}
