import { MODEL } from "../model/modelConstants.ts";
import { WINDOW } from "./windowConstants.ts";

/** Read in the loops of every fix. */
const { minDbm, slipPackets } = WINDOW;

/*
 * Where paths cancel, a packet is heard far below the place's usual level, but never as far above it. So a window's
 * mean is taken over the packets' amplitudes (10^(dB / 20)) to a power, which faded packets move less than the mean of
 * the decibels.
 */
const neper = (WINDOW.meanPower * Math.LN10) / 20;
/**
 * How far that is above the mean decibels of many packets with the usual scatter; path-loss models are stated in
 * decibels.
 */
const aboveDb = (neper / 2) * WINDOW.packetSdDb ** 2;
const slip = Math.exp(WINDOW.slipDb * neper);

/** The count of a packet at each whole dBm, relative to the weakest. */
const counts = Float64Array.from({ length: MODEL.maxDbm - minDbm + 1 }, (_, i) => Math.exp(neper * i));

/** The count of a packet, −127 to 20 dBm. Nearly all are whole; for the others a series replaces the exponential. */
export function countOf(rssi: number): number {
  const at = rssi - minDbm;
  const whole = (at + 0.5) | 0;
  if (at === whole) return counts[whole]!;
  const beside = neper * (at - whole);
  return counts[whole]! * (1 + beside + (beside * beside) / 2);
}

/** The mean (dBm) of `packets` packets whose counts add up to `sum`, the strongest of them `max`. */
export function meanOf(sum: number, max: number, packets: number): number {
  const others = (sum - max) / (packets - 1);
  const mean = packets >= slipPackets && max > slip * others ? others : sum / packets;
  return minDbm + Math.log(mean) / neper - aboveDb * (1 - 1 / packets);
}

/** Whether a receiver can have heard this, dBm. */
export function isPlausibleRssi(rssi: number): boolean {
  return rssi >= minDbm && rssi <= MODEL.maxDbm;
}

/** The mean of packets, dBm, as a window of all of them would have it. */
export function packetMean(rssi: readonly number[]): number {
  let sum = 0;
  let max = 0;
  for (const value of rssi) {
    const count = countOf(value);
    sum += count;
    max = Math.max(max, count);
  }
  return meanOf(sum, max, rssi.length);
}

/** The mean where only the mean decibels and the extremes were kept: above the former if packets scatter much. */
export function fromDecibels(meanDbm: number, weakestDbm: number, strongestDbm: number, packets: number): number {
  if (packets < 2) return meanDbm;
  // How far the strongest of this many is above the weakest, in standard deviations.
  const usual = 1.81 * Math.log(packets) ** 0.68;
  const scatterDb = Math.min(WINDOW.maxScatterDb, (strongestDbm - weakestDbm) / usual);
  return meanDbm + ((neper / 2) * scatterDb ** 2 - aboveDb) * (1 - 1 / packets);
}
