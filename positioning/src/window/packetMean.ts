/** Standard deviation of one packet around its window's mean, dB (measured: 3.8, lag-1 correlation 0.17). */
export const PACKET_SD_DB = 3.8;

/**
 * Where paths cancel, a packet is heard far below the place's usual level, but never as far above it. So a window's
 * mean is taken over the packets' amplitudes (10^(dB / 20)) to this power, which faded packets move less than the mean
 * of the decibels. Recordings favour 1 or more, packets that scatter evenly in decibels 0.
 */
const POWER = 0.7;
const NEPER = (POWER * Math.LN10) / 20;
/**
 * How far that is above the mean decibels of many packets with the usual scatter; path-loss models are stated in
 * decibels.
 */
const ABOVE_DB = (NEPER / 2) * PACKET_SD_DB ** 2;
/** A packet this far above the others of its window is a slip of the receiver, dB. */
const SLIP = Math.exp(20 * NEPER);
/** With fewer packets there is no telling which of them is the slip. */
const ENOUGH = 3;

/** A larger scatter contains a slip, dB. */
const MAX_SCATTER_DB = 7;

/** The range a receiver can report (Bluetooth Core 5.4, Vol 4 Part E, 7.7.65.2), dBm. */
const MIN_DBM = -127;
const MAX_DBM = 20;
/** The count of a packet at each whole dBm, relative to the weakest. */
const counts = Float64Array.from({ length: MAX_DBM - MIN_DBM + 1 }, (_, i) => Math.exp(NEPER * i));

/** The count of a packet, −127 to 20 dBm. Nearly all are whole; for the others a series replaces the exponential. */
export function countOf(rssi: number): number {
  const at = rssi - MIN_DBM;
  const whole = (at + 0.5) | 0;
  if (at === whole) return counts[whole]!;
  const beside = NEPER * (at - whole);
  return counts[whole]! * (1 + beside + (beside * beside) / 2);
}

/** The mean (dBm) of `packets` packets whose counts add up to `sum`, the strongest of them `max`. */
export function meanOf(sum: number, max: number, packets: number): number {
  const others = (sum - max) / (packets - 1);
  const mean = packets >= ENOUGH && max > SLIP * others ? others : sum / packets;
  return MIN_DBM + Math.log(mean) / NEPER - ABOVE_DB * (1 - 1 / packets);
}

/** Whether a receiver can have heard this, dBm. */
export function isPlausibleRssi(rssi: number): boolean {
  return rssi >= MIN_DBM && rssi <= MAX_DBM;
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
  const scatterDb = Math.min(MAX_SCATTER_DB, (strongestDbm - weakestDbm) / usual);
  return meanDbm + ((NEPER / 2) * scatterDb ** 2 - ABOVE_DB) * (1 - 1 / packets);
}
