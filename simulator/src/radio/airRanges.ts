/** The range of a value from site to site. */
export type AirRange = readonly [min: number, max: number];

/**
 * The ranges from which the air of a site is drawn, and their sources. There are two kinds of sites: those whose walls
 * are simulated one by one (drawnAir.ts), and made-up sites without walls, whose exponent and scatter include the walls
 * (anyAir in accuracy/src/drawnSites.ts). If the two differ, both are given, because the figures of
 * docs/accuracy.md were measured with each. "Ours": chosen by us without a published source.
 */
export const airRanges = {
  // Rappaport, "Wireless Communications" (2nd ed., 2002), table 4.2: 1.6–1.8 in sight, 2–3 in factories, 4–6 behind
  // walls; table 4.6: 1.6–3.3 by building. ITU-R P.1238: about 2.8–3 in homes and offices at 2.4 GHz. We chose to leave
  // out, at the upper end, places behind many walls.
  exponent: { walled: [1.7, 3.2], wallless: [1.6, 3.5] },
  /** How much gateways' surroundings differ from it. Ours. */
  exponentSpread: [0.05, 0.3],
  /** Added to a tag's stated power, −59 dBm at 1 m, dB. Ours: few makers measure each tag. */
  powerDb: [-6, 4],
  /** The stated power, dBm. Ours, for the same reason. */
  statedPowerDbm: [-66, -55],
  // Light and heavy walls take 3.4 and 6.9 dB (COST 231, final report, section 4.7.2); the ranges around them are ours.
  innerWallDb: [2, 5],
  insulatedWallDb: [5, 8],
  /** Ours. */
  rackDb: [0.3, 2],
  /** All walls together. Ours. */
  maxWallDb: [6, 14],
  // One floor takes 18.3 dB (COST 231, the same section), 13–16 dB in two offices (Seidel and Rappaport, 1992).
  slabDb: [12, 20],
  /** Receivers differ, dB. Ours. */
  gatewaySdDb: [0.5, 3],
  // Log-normal, 3–7 dB in most of the buildings of Rappaport's table 4.6, and up to 14 behind partitions.
  shadowSdDb: { walled: [3, 6], wallless: [2.5, 6.5] },
  // A shadow has 1/e left at 0.9 of a cell. 3GPP TR 38.901, table 7.5-6: 6 m in offices out of sight, 10 m in sight. The
  // smaller values are ours.
  shadowCellM: { walled: [2, 4], wallless: [2.8, 9.2] },
  // Per packet. A Rayleigh distribution has 5.6 dB (10 π / (ln 10 · √6)), an antenna in sight much less; the range is ours.
  fadingSdDb: { walled: [1.5, 3], wallless: [2.5, 5.5] },
  /** A body in between. Ours, around the 5.9 dB of hand-held phones in a recording (decision 35). */
  bodyDb: [4, 10],
  /** The share of the time that somebody else stands in between. Ours. */
  bystanderShare: [0, 0.3],
  /** The share of packets that a gateway misses. Ours: without walls it includes collisions, which drawnAir simulates. */
  lossShare: { walled: [0.03, 0.15], wallless: [0, 0.4] },
  /** The faintest signal heard, dBm. Ours, around data sheets: Nordic states −96 for its nRF52832 at 1 Mbit/s. */
  sensitivityDbm: { walled: [-101, -92], wallless: [-100, -90] },
} as const satisfies Record<string, AirRange | { walled: AirRange; wallless: AirRange }>;
