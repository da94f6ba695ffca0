/** What real sites have besides the loss over distance, walls and shadows. 0 turns a hardship off. */
export interface Impairments {
  /** Tags' real power at 1 m minus their stated power, dB. */
  powerDb: number;
  /** Each of the three advertising channels fades in its own way at a place, dB: a still tag keeps its fades. */
  channelSdDb: number;
  /** Near the faintest level packets are lost gradually: from one in ten to nine in ten over this many dB. */
  thresholdDb: number;
  /** How long a packet is on the air, ms: two at once are both lost. */
  airtimeMs: number;
  /** Adverts of phones and other devices that each gateway hears per second. */
  foreignPerS: number;
  /** The share of the time that somebody stands between a tag and a gateway, for how long, and the loss, dB. */
  bystanderShare: number;
  bystanderS: number;
  bystanderDb: number;
  /** The loss through a closed door, dB; doors are shut half of the time, and stay as they are for `doorS`. */
  doorDb: number;
  doorS: number;
  /** How often gateways upload, s: each at its own pace between the two. */
  uploadS: readonly [min: number, max: number];
  /** How often a gateway's connection is down, for how long, and how many adverts it keeps for later. */
  outageEachS: number;
  outageS: number;
  maxStoredAdverts: number;
  /** Old batteries weaken a tag by up to this, dB. */
  agedDb: number;
  /** The share of the time that a tag is against metal, for how long, and the loss, dB. */
  metalShare: number;
  metalS: number;
  metalDb: number;
  /** Whether a tag sends its present sample, which may be a quiet one, and not the strongest since the last advert. */
  hasInstantSamples: boolean;
  /** How often per second things move: in one step per second, a fast thing would be ahead of its packets. */
  movesPerS: number;
}

/** The demo's air. */
export const noImpairments: Impairments = {
  powerDb: 0,
  channelSdDb: 0,
  thresholdDb: 0,
  airtimeMs: 0,
  foreignPerS: 0,
  bystanderShare: 0,
  bystanderS: 20,
  bystanderDb: 0,
  doorDb: 0,
  doorS: 60,
  uploadS: [1, 1],
  outageEachS: 0,
  outageS: 0,
  maxStoredAdverts: 0,
  agedDb: 0,
  metalShare: 0,
  metalS: 600,
  metalDb: 0,
  hasInstantSamples: false,
  movesPerS: 1,
};

/** An ordinary site. Values without a source are guesses of the size seen in logs of real sites. */
export const usualImpairments: Impairments = {
  powerDb: 0,
  // Faragher and Harle, "Location Fingerprinting With Bluetooth Low Energy Beacons" (2015): channels differ by up to 15 dB.
  channelSdDb: 3,
  thresholdDb: 6,
  // 47 bytes at 1 Mbit/s (Bluetooth Core 5, volume 6, part B).
  airtimeMs: 0.376,
  foreignPerS: 150,
  bystanderShare: 0.1,
  bystanderS: 20,
  bystanderDb: 6,
  doorDb: 4,
  doorS: 60,
  uploadS: [1, 60],
  outageEachS: 1800,
  outageS: 90,
  maxStoredAdverts: 2000,
  agedDb: 4,
  metalShare: 0.05,
  metalS: 600,
  metalDb: 8,
  hasInstantSamples: true,
  movesPerS: 4,
};
