import type { DayScenario } from "./simulateDay.ts";

/** Things that happen on an ordinary day, but not on made-up sites with prompt uploads and usual tags. */
export const DAY_SCENARIOS: readonly DayScenario[] = [
  { name: "stands", speedMps: 0, tagDb: 0 },
  { name: "strolls at 0.5 m/s", speedMps: 0.5, tagDb: 0 },
  { name: "walks at 1.4 m/s", speedMps: 1.4, tagDb: 0 },
  { name: "walks and rests", speedMps: 1.4, tagDb: 0, restS: 15 },
  { name: "a cart at 2.2 m/s", speedMps: 2.2, tagDb: 0 },
  { name: "a forklift at 4 m/s", speedMps: 4, tagDb: 0 },
  { name: "walks, tag −8 dB, first minute", speedMps: 1.4, tagDb: -8, seconds: 60, seeds: 24 },
  { name: "walks, tag −10 dB, first minute", speedMps: 1.4, tagDb: -10, seconds: 60, seeds: 24 },
  { name: "walks, tag +10 dB, first minute", speedMps: 1.4, tagDb: 10, seconds: 60, seeds: 24 },
  { name: "stands, tag −8 dB", speedMps: 0, tagDb: -8 },
  { name: "walks, uploads each 10 s", speedMps: 1.4, tagDb: 0, uploadS: 10 },
  { name: "walks, uploads each 20 s", speedMps: 1.4, tagDb: 0, uploadS: 20 },
  { name: "stands, uploads each 60 s", speedMps: 0, tagDb: 0, uploadS: 60, seconds: 300 },
  { name: "walks, 10 packets a second", speedMps: 1.4, tagDb: 0, packetsPerSecond: 10, seconds: 100 },
  { name: "stands, packets scatter by 7 dB", speedMps: 0, tagDb: 0, air: { fadingSdDb: 7 } },
  {
    name: "put onto metal, −10 dB, after 10 minutes",
    speedMps: 1.4,
    tagDb: 0,
    seconds: 760,
    ages: { fromS: 600, tagDb: -10 },
    countFromS: 640,
    restS: 0,
  },
];
