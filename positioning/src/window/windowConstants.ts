import { type Constant, valuesOf } from "../model/constants.ts";

/** The numbers by which packets, ranges and angles become the measurements of a fix, and say whether a tag moves. */
export const WINDOW_CONSTANTS = {
  packetSdDb: { value: 3.8, unit: "dB", source: "of packets around a window's mean; measured, correlation 0.17" },
  meanPower: { value: 0.7, unit: "1", source: "of averaged amplitudes: recordings favour 1 or more, even scatter 0" },
  slipDb: { value: 20, unit: "dB", source: "a packet so far above its window is a slip of the receiver" },
  slipPackets: { value: 3, unit: "packets", source: "of fewer there is no telling which one is the slip" },
  maxScatterDb: { value: 7, unit: "dB", source: "a larger scatter contains a slip" },
  minDbm: { value: -127, unit: "dBm", source: "what receivers can report: Bluetooth Core 5.4, Vol 4 Part E, 7.7.65.2" },

  stillPackets: { value: 10, unit: "packets", source: "of each gateway: beyond 3 to 5 the error is shadowing" },
  storedPackets: { value: 48, unit: "packets", source: "at least so many are stored however old" },
  storedMs: { value: 20_000, unit: "ms", source: "further ones for this long, which covers both motion windows" },
  maxStoredPackets: { value: 256, unit: "packets", source: "limit on memory" },

  movingPackets: { value: 5, unit: "packets", source: "the same of a moving tag, which is soon heard elsewhere" },
  shortestMs: { value: 3000, unit: "ms", source: "no window is shorter, but of fast tags" },
  periods: { value: 3, unit: "periods", source: "a window has room for so many packets" },
  fastPeriods: { value: 2, unit: "periods", source: "the same for a fast tag" },
  movingOldestMs: { value: 30_000, unit: "ms", source: "oldest of a moving tag, which may send only every 40 s" },
  oldestMs: { value: 120_000, unit: "ms", source: "oldest packet of any other, and longest window of the motion test" },
  smearM: { value: 4, unit: "m", source: "how far a fast tag goes within its window" },
  shortestFastMs: { value: 1200, unit: "ms", source: "no window of a fast tag is shorter" },
  forgetMs: { value: 600_000, unit: "ms", source: "a window without new packets for this long is forgotten" },
  periodPackets: { value: 9, unit: "packets", source: "from which the advertising period is estimated" },
  sureGaps: { value: 4, unit: "gaps", source: "so many of one gateway are no coincidence" },
  usualPeriodMs: { value: 1000, unit: "ms", source: "of a tag whose period is not known yet" },
  frequentMs: { value: 800, unit: "ms", source: "beyond, counts do not show who misses a tag" },

  maxGateways: { value: 20, unit: "gateways", source: "more, strongest first, add nothing but their shared shadows" },
  maxBeyond: { value: 8, unit: "gateways", source: "of other floors, the strongest first, beside a floor's own" },

  censoredSds: { value: 3, unit: "packetSdDb", source: "nearer to the site's weakest packet, a gateway misses some" },
  maxCensoredSds: { value: 1.2, unit: "packetSdDb", source: "no mean is lowered more: packets get lost otherwise" },

  transportMs: { value: 1000, unit: "ms", source: "delays up to this are transport, not waiting" },
  oneUploadMs: { value: 2000, unit: "ms", source: "messages that arrive within this belong to one upload" },
  recentUploads: { value: 3, unit: "uploads", source: "whose waits are remembered" },
  uploadRatio: { value: 1.5, unit: "1", source: "if the two longest waits agree within it, that is the habit" },

  storedDirect: { value: 16, unit: "measurements", source: "ranges and angles that are stored of each gateway" },
  newestDirect: { value: 4, unit: "measurements", source: "so many of them take part in a fix" },
  directWorth: { value: 2, unit: "measurements", source: "that all of one gateway count as: their echoes are alike" },
  maxRangeM: { value: 1000, unit: "m", source: "farther nothing is measured, and no accuracy is worse" },
  maxAngleSdDeg: { value: 360, unit: "°", source: "no accuracy is worse" },

  frameSpanMs: { value: 4000, unit: "ms", source: "frames are compared within spans of this length, and as often" },
  frameWalkDb2: { value: 4, unit: "dB²", source: "what a walker's progress in one adds" },
  frameStatedDb2: { value: 49, unit: "dB²", source: "error of the powers that frames state: 7 dB" },
  frameDriftDb2: { value: 1, unit: "dB²", source: "gained until the next learning" },
  frameSureSds: { value: 1.5, unit: "σ", source: "beyond which a difference counts: a stated one alone never does" },
  frameClearDb: { value: 6, unit: "dB", source: "nearer to the faintest packet, the weaker frame is heard by chance" },

  trailMinMs: { value: 4500, unit: "ms", source: "a place is compared with one that is at least this old" },
  trailMaxMs: { value: 7500, unit: "ms", source: "and at most this old" },
  oneSecondMs: { value: 900, unit: "ms", source: "one flag a second: several gateways hear it" },

  stillSamples: { value: 4, unit: "samples", source: "a walking tag has still moments, so stillness takes this many" },
  agreedSamples: { value: 2, unit: "samples", source: "the same where gateways agree" },
  quietMs: { value: 4000, unit: "ms", source: "where samples are rarer, a single quiet one tells as much" },
  flagForgetMs: { value: 12_000, unit: "ms", source: "after a gap this long earlier samples are forgotten" },

  flagMs: { value: 30_000, unit: "ms", source: "a tag's own flag counts while it is this fresh" },
  longMs: { value: 8000, unit: "ms", source: "each of the windows that detect a stroll; a longer gap forgets" },
  motionPeriods: { value: 4, unit: "periods", source: "windows that are compared have room for so many packets" },
  shortMs: { value: 3000, unit: "ms", source: "late window that detects a start; a start may still be in it" },
  movingD: { value: 2.8, unit: "D", source: "above, a tag moves; D is that of levelChange.ts" },
  agreedD: { value: 2.4, unit: "D", source: "above, with each part limited, gateways agree that a tag moves" },
  calmD: { value: 2, unit: "D", source: "below, it is calm: D of few gateways, of more with each part limited" },
  calmMs: { value: 6000, unit: "ms", source: "calm for so long, it is at rest" },
  stopMs: { value: 3000, unit: "ms", source: "calm for so long, it is said to stand" },
  startSds: { value: 0.7, unit: "σ", source: "a place this far off moves: bodies before a gateway hardly move it" },
  calmSds: { value: 1.5, unit: "σ", source: "the place of a calm tag stays within it" },

  maxGatewayD: { value: 5, unit: "D", source: "one gateway adds no more where gateways have to agree" },
  usualGateways: { value: 5, unit: "gateways", source: "for which limits of D are meant: with fewer it scatters" },
  driftDb: { value: 0.7, unit: "dB", source: "how much windows of a still tag differ because of people and doors" },
  neighbourMs: { value: 1500, unit: "ms", source: "packets this close in time show a tag's own scatter" },
  usualSteps: { value: 12, unit: "steps", source: "as so many of them the usual scatter counts" },
  repeatShare: { value: 0.6, unit: "1", source: "equal to the one before: 8 to 38 % usually, 83 to 98 % if repeated" },
} satisfies Record<string, Constant>;

export const WINDOW = valuesOf(WINDOW_CONSTANTS);
