import type { DayScenario, SentFrame } from "./simulateDay.ts";
import { USUAL_AIR } from "./radioWorld.ts";

const STATED_DBM = -59;
const FIRST: SentFrame = { db: 0, statedPowerDbm: STATED_DBM };

/** Frames that a tag sends in turn, with their stated power. */
export const FRAMES = {
  "one frame": [FIRST],
  "10 dB weaker, and says so": [FIRST, { db: -10, statedPowerDbm: STATED_DBM - 10 }],
  "10 dB weaker, states the same": [FIRST, { db: -10, statedPowerDbm: STATED_DBM }],
  "as strong, states 10 dB less": [FIRST, { db: 0, statedPowerDbm: STATED_DBM - 10 }],
  "8 dB weaker, states nothing": [FIRST, { db: -8 }],
  "8 dB stronger, states nothing": [FIRST, { db: 8 }],
  "three of four 10 dB weaker, and say so": [
    FIRST,
    ...Array.from({ length: 3 }, () => ({ db: -10, statedPowerDbm: STATED_DBM - 10 })),
  ],
  "one of four 8 dB weaker, states nothing": [FIRST, FIRST, FIRST, { db: -8 }],
  "one of five as strong, states nothing": [FIRST, FIRST, FIRST, FIRST, { db: 0 }],
} satisfies Record<string, readonly SentFrame[]>;

/** How a tag with several frames moves. */
export const FRAME_SCENARIOS: readonly DayScenario[] = [
  { name: "stands", speedMps: 0, tagDb: 0 },
  { name: "walks at 1.4 m/s", speedMps: 1.4, tagDb: 0 },
  { name: "walks and rests, an office's air", speedMps: 1.4, tagDb: 0, restS: 15, air: USUAL_AIR },
];
