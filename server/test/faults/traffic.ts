import { connectAsync, type MqttClient } from "mqtt";
import type { TestAsset, TestGateway } from "../support/builders.ts";
import type { Spot } from "../support/radio.ts";
import { tagMessages } from "../support/tagMessages.ts";

/** How often each tag is heard, ms. */
const everyMs = 500;
/** How long a device waits before it connects again, ms. */
const reconnectMs = 500;
/** How often a device says that it is there: what does not answer by the next time is left, s. */
const keepaliveS = 5;

/** A site whose asset moves all the time. */
export interface MovingPlace {
  gateways: (TestGateway & { spot: Spot })[];
  asset: TestAsset;
}

/** How many adverts of a tag were sent, again those that nobody acknowledged the first time, and how many acknowledged. */
export interface Counts {
  sent: number;
  acknowledged: number;
}

/** Gateways that go on through every fault, as real ones do: what is not acknowledged is sent again. */
export async function startTraffic(mqttUrl: string, places: readonly MovingPlace[]) {
  const counts = new Map<string, Counts>();
  const clients: MqttClient[] = [];
  const ending = new AbortController();
  const stopping: Promise<unknown>[] = [];
  /** How often each command came to a gateway, by its number, repetitions of the broker left out. */
  const commands = new Map<number, number>();
  for (const { gateways, asset } of places) {
    const own = { sent: 0, acknowledged: 0 };
    counts.set(asset.trackerId, own);
    for (const gateway of gateways) {
      const { username, password, gmac } = gateway;
      const client = await connectAsync(mqttUrl, {
        username,
        password,
        reconnectPeriod: reconnectMs,
        // While the database is away nobody can sign in.
        reconnectOnConnackError: true,
        keepalive: keepaliveS,
        clean: false,
        clientId: `faults-${username}`,
      });
      clients.push(client);
      client.on("error", () => undefined);
      client.on("packetsend", (packet) => void (packet.cmd === "publish" && isAdvert(packet.topic) && own.sent++));
      client.on("message", (_topic, payload, { dup }) => {
        const { seq, stype } = JSON.parse(payload.toString()) as { seq: number; stype: string };
        if (!dup) commands.set(seq, (commands.get(seq) ?? 0) + 1);
        const reply = JSON.stringify({ msg: "adminRsp", gmac, stype, seq, rslt: "succ" });
        client.publish(`kbeacon/pubadmin/${gmac}`, reply, { qos: 1 });
      });
      await client.subscribeAsync(`kbeacon/subadmin/${gmac}`, { qos: 1 });
      stopping.push(
        (async () => {
          while (!ending.signal.aborted) {
            const angle = Date.now() / 4000;
            const spot = { x: 20 + 10 * Math.cos(angle), y: 12 + 7 * Math.sin(angle) };
            for (const { topic, payload } of tagMessages([gateway], asset, spot))
              await client.publishAsync(topic, payload, { qos: 1 });
            own.acknowledged++;
            await new Promise((resolve) => setTimeout(resolve, everyMs));
          }
        })(),
      );
    }
  }
  return {
    counts: (): ReadonlyMap<string, Counts> => counts,
    commands: (): ReadonlyMap<number, number> => commands,
    /** Resolves when everything that was sent is acknowledged. */
    stop: async (): Promise<void> => {
      ending.abort();
      await Promise.all(stopping);
      await Promise.all(clients.map((client) => client.endAsync()));
    },
  };
}

const isAdvert = (topic: string): boolean => topic.startsWith("kbeacon/publish/");
