import { localFrame } from "@pulse/geo/localFrame";
import { connectAsync, type MqttClient } from "mqtt";
import type { TestGateway, TestSite } from "./builders.ts";
import type { TestPulse } from "./testPulse.ts";

/** Metres east and south of the site's origin. */
export interface Spot {
  x: number;
  y: number;
}

/** The true radio of a site, which Pulse does not know. */
export interface TrueLaw {
  exponent: number;
  /** dBm at 1 m. */
  powerDbm: number;
  /** The error of each gateway, dB, in their order; -Infinity: it says that it hears nothing. */
  offsetsDb?: number[];
}

/**
 * A clock that tests move on: it starts at the machine's time, since tokens are dated. It is just after a tick of the
 * live path.
 */
export function testClock() {
  let aheadMs = 1;
  const startMs = Math.floor(Date.now() / 10_000) * 10_000;
  const now = (): number => startMs + aheadMs;
  const advance = (ms: number): void => void (aheadMs += ms);
  return {
    now,
    advance,
    /** Calls `say` just before the tick this many seconds later. */
    secondsLater: async (seconds: number, say: () => Promise<void>): Promise<void> => {
      advance(1000 * seconds - 2);
      await say();
      advance(2);
    },
    /** The newest tick, while nothing is being sent. */
    tickMs: () => now() - 1,
    /** The time of the message before it. */
    saidMs: () => now() - 2,
  };
}

/**
 * Gateways of a site over real MQTT, hearing tags according to a law of their own, second by second of a test's clock.
 */
export async function testRadio(parts: {
  pulse: TestPulse;
  clock: ReturnType<typeof testClock>;
  site: TestSite;
  gateways: (TestGateway & { spot: Spot })[];
  law: TrueLaw;
}) {
  const { pulse, clock, site, gateways, law } = parts;
  const clients: MqttClient[] = [];
  for (const { username, password } of gateways)
    clients.push(await connectAsync(pulse.mqttUrl, { username, password }));
  let isSiteRead = false;
  let seen = 0;
  let wake = (): void => undefined;
  const stop = pulse.bus.subscribe("sightings", () => {
    seen++;
    wake();
  });

  const hearOnce = async (tags: { mac: string; at: Spot; offsetDb?: number }[]): Promise<void> => {
    const before = seen;
    const hearing = clients.filter((_, index) => law.offsetsDb?.[index] !== -Infinity);
    for (const [index, client] of clients.entries()) {
      const { gmac, spot } = gateways[index]!;
      const isMute = law.offsetsDb?.[index] === -Infinity;
      const obj = (isMute ? [] : tags).map(({ mac, at, offsetDb = 0 }, nth) => {
        const log = Math.log10(Math.hypot(spot.x - at.x, spot.y - at.y, 1.3));
        const noise = 2 * Math.sin(12.9898 * (index + 1) * (nth + 3) + 78.233 * ((clock.now() + 1) / 1000));
        const level = law.powerDbm + (law.offsetsDb?.[index] ?? 0) + offsetDb - 10 * law.exponent * log + noise;
        return { type: 4, dmac: mac.replaceAll(":", ""), rssi: Math.max(-110, Math.round(level)), refpower: -59 };
      });
      client.publish(`kbeacon/publish/${gmac}`, JSON.stringify({ msg: "advData", gmac, obj }));
    }
    // The clock may only advance once these were heard at this second.
    while (seen < before + hearing.length) await new Promise<void>((resolve) => (wake = resolve));
    // A slow database may still be reading the site; without it this second's tick makes no fix, and while the clock
    // stands still there is no other.
    if (!isSiteRead) await pulse.settled();
    isSiteRead = true;
  };

  return {
    latLon: ({ x, y }: Spot) => localFrame(site.origin).toLatLon({ x, y: -y }),
    /** Every gateway hears every tag once a second for this long; the noise is the same in every run. */
    hear: async (tags: { mac: string; at: Spot; offsetDb?: number }[], seconds: number): Promise<void> => {
      for (let second = 0; second < seconds; second++) await clock.secondsLater(1, () => hearOnce(tags));
    },
    /** Waits until every tracker that was heard has its fix of this moment. */
    located: (trackerIds: string[]): Promise<void> => {
      const missing = new Set(trackerIds);
      return new Promise((resolve) => {
        const stopFixes = pulse.bus.subscribe("fixes", (fixes) => {
          for (const { trackerId, fix } of fixes) if (fix.atMs === clock.tickMs()) missing.delete(trackerId);
          if (missing.size > 0) return;
          stopFixes();
          resolve();
        });
      });
    },
    close: async (): Promise<void> => {
      stop();
      await Promise.all(clients.map((client) => client.endAsync(true)));
    },
  };
}
