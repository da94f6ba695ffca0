/** What real sites have besides the loss over distance, walls and shadows. Each is off where it is 0. */
export interface Hardships {
  /** What tags really give at 1 m beside what they state, dB. */
  powerDb: number;
  /** Each of the three advertising channels fades in its own way at a place, dB: a tag that lies still keeps its fades. */
  channelSdDb: number;
  /** Near the faintest level packets are lost bit by bit: from one in ten to nine in ten over so many dB. */
  thresholdDb: number;
  /** How long a packet is on the air, ms: of two at once both are lost. */
  airtimeMs: number;
  /** Adverts of phones and of others that each gateway hears, a second. */
  foreignPerS: number;
  /** For which share of the time somebody stands between a tag and a gateway, for how long, and what that takes, dB. */
  bystanderShare: number;
  bystanderS: number;
  bystanderDb: number;
  /** What a closed door takes, dB; doors are shut for half of the time, and stay as they are for so long. */
  doorDb: number;
  doorS: number;
  /** Gateways hand over what they heard this often, s: each at a pace of its own in between. */
  uploadS: readonly [least: number, most: number];
  /** How often a gateway's line is down, for how long, and how many adverts it keeps for later. */
  outageEachS: number;
  outageS: number;
  keptAdverts: number;
  /** Batteries are low by up to this, dB. */
  agedDb: number;
  /** For which share of the time a tag is against metal, for how long, and what that takes, dB. */
  metalShare: number;
  metalS: number;
  metalDb: number;
  /** Whether a tag tells the sample of that moment, which may be a quiet one, and not the strongest since the last. */
  hasInstantSamples: boolean;
  /** How often a second things go on: what is fast is otherwise ahead of what is heard of it. */
  movesPerS: number;
}

/** The demo's air. */
export const noHardships: Hardships = {
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
  keptAdverts: 0,
  agedDb: 0,
  metalShare: 0,
  metalS: 600,
  metalDb: 0,
  hasInstantSamples: false,
  movesPerS: 1,
};

/** An ordinary site. Where nothing is cited it is a guess of the size that logs of real sites show. */
export const usualHardships: Hardships = {
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
  keptAdverts: 2000,
  agedDb: 4,
  metalShare: 0.05,
  metalS: 600,
  metalDb: 8,
  hasInstantSamples: true,
  movesPerS: 4,
};
