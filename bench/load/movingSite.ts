import { hall } from "./benchSite.ts";
import type { RunningPulse } from "./runningPulse.ts";

const everyMs = 500;
const metresPerDegree = 111_320;
/** How far a thing moves between two of its fixes, m. */
const stepM = 1.5;

/** A site where everything moves and is located now and then: fixes as from the engine, without the cost of making them. */
export interface MovingSite {
  /** Locates all of them, and waits until their fixes are stored. */
  locateAll(): Promise<void>;
  /** From now on each is located again after `turnMs`. */
  start(turnMs: number): void;
  stop(): void;
}

export function movingSite({ pulse, site }: RunningPulse): MovingSite {
  const { trackers, gateways, siteId, floorId } = site;
  const places = trackers.map(({ x, y }) => ({ x, y }));
  // The same paths in every run.
  let seed = 1;
  const random = (): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  const within = (metres: number, most: number): number => Math.min(most - 1, Math.max(1, metres));
  const fixOf = (nth: number, atMs: number) => {
    const at = places[nth]!;
    at.x = within(at.x + (random() - 0.5) * 2 * stepM, hall.eastM);
    at.y = within(at.y + (random() - 0.5) * 2 * stepM, hall.northM);
    const gateway = gateways[nth % gateways.length]!;
    return {
      siteId,
      trackerId: trackers[nth]!.id,
      lat: hall.lat + at.y / metresPerDegree,
      lon: hall.lon + at.x / (metresPerDegree * Math.cos((hall.lat * Math.PI) / 180)),
      fix: {
        ...at,
        atMs,
        floor: floorId,
        elevationM: 1,
        accuracyM: 2,
        accuracyOuterM: 4,
        mechanism: "TRILATERATED" as const,
        moving: nth % 2 === 0,
        nearest: { anchorId: gateway.id, distanceM: 3, rssi: -62 },
        shown: true,
        floorUncertain: false,
        gatewaysHeard: 5,
        room: null,
        raw: { ...at, atMs, varianceM2: 2 },
      },
    };
  };
  const locate = (from: number, to: number): void => {
    const atMs = Date.now();
    const numbers = Array.from({ length: to - from }, (_, nth) => (from + nth) % trackers.length);
    pulse.bus.publish(
      "fixes",
      numbers.map((nth) => fixOf(nth, atMs)),
    );
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    locateAll: async () => {
      // The first fix of a site makes the server read it; until then it does not know whose the fixes are.
      for (let nth = 0; ; nth++) {
        if (nth % 50 === 0) locate(0, trackers.length);
        const { located } = await pulse.db
          .selectFrom("latest_positions")
          .select(({ fn }) => fn.countAll<number>().as("located"))
          .executeTakeFirstOrThrow();
        if (located >= trackers.length) return;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    start: (turnMs) => {
      const share = Math.ceil((trackers.length * everyMs) / turnMs);
      let next = 0;
      timer = setInterval(() => {
        locate(next, next + share);
        next = (next + share) % trackers.length;
      }, everyMs);
    },
    stop: () => clearInterval(timer),
  };
}
