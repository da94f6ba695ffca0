import { socketEvents } from "@pulse/contract/live";
import { connectAsync } from "mqtt";
import { io } from "socket.io-client";
import type { TestGateway } from "./builders.ts";
import type { KilledPulse, OnceHeard } from "./killedPulse.ts";

/** A position received on the live socket. */
export interface ShownFix {
  trackerId: string;
  atMs: number;
  lat: number;
  lon: number;
}

/** What the test knows about one run of the product, recorded outside the process that is killed. */
export interface KillRecord {
  acknowledged: Set<string>;
  /** Sent but never acknowledged, so they may or may not be kept. */
  unanswered: Set<string>;
  shown: ShownFix[];
}

const trackersEach = 4;
/** How long every gateway waits after an acknowledgement, ms. */
const paceMs = 60;

/**
 * Gateways that send what they hear, by QoS 1, QoS 2 and HTTP in turn, and somebody who watches. `take` returns
 * trackers that were not heard yet, or none when they are used up. Runs until the process has ended.
 */
export function killLoad(pulse: KilledPulse, take: (count: number) => OnceHeard[]) {
  const record: KillRecord = { acknowledged: new Set(), unanswered: new Set(), shown: [] };
  const ended = new AbortController();
  const closers: (() => void)[] = [];

  const say = async (gateway: TestGateway, send: (text: string) => Promise<boolean>): Promise<void> => {
    while (!ended.signal.aborted) {
      const heard = take(trackersEach);
      if (heard.length === 0) return;
      for (const { id } of heard) record.unanswered.add(id);
      const obj = heard.map(({ mac }, nth) => ({ type: 4, dmac: mac.replaceAll(":", ""), rssi: -55 - nth }));
      const taken = await send(JSON.stringify({ msg: "advData", gmac: gateway.gmac, obj })).catch(() => false);
      if (!taken) return;
      for (const { id } of heard) {
        record.unanswered.delete(id);
        record.acknowledged.add(id);
      }
      await new Promise((resolve) => setTimeout(resolve, paceMs));
    }
  };

  const overMqtt = async (gateway: TestGateway, qos: 1 | 2): Promise<void> => {
    const { username, password, gmac } = gateway;
    const client = await connectAsync(pulse.mqttUrl, { username, password, reconnectPeriod: 0 });
    client.on("error", () => undefined);
    closers.push(() => client.end(true));
    const gone = new Promise<boolean>((resolve) => client.once("close", () => resolve(false)));
    await say(gateway, (text) =>
      Promise.race([gone, client.publishAsync(`kbeacon/publish/${gmac}`, text, { qos }).then(() => true)]),
    );
  };
  const overHttp = async (gateway: TestGateway): Promise<void> => {
    const pair = Buffer.from(`${gateway.username}:${gateway.password}`).toString("base64");
    const headers = { authorization: `Basic ${pair}`, "content-type": "application/json" };
    await say(gateway, async (body) => {
      const answer = await fetch(`${pulse.url}/api/v3/ingest/scans`, { method: "POST", headers, body });
      return answer.status === 202;
    });
  };

  const socket = io(pulse.url, { transports: ["websocket"], reconnection: false });
  closers.push(() => socket.disconnect());
  socket.on(socketEvents.locationUpdate, (items: Record<string, string | number>[]) => {
    for (const { tracker_id: trackerId, last_updated: at, lat, lon } of items)
      record.shown.push({
        trackerId: String(trackerId),
        atMs: Date.parse(String(at)),
        lat: Number(lat),
        lon: Number(lon),
      });
  });
  socket.emit(socketEvents.login, pulse.token, pulse.site.id);

  const running = pulse.gateways.map((gateway, nth) =>
    nth % 4 === 3 ? overHttp(gateway) : overMqtt(gateway, nth % 4 === 2 ? 2 : 1),
  );
  return {
    record,
    /** Must be called once the process has ended. */
    end: async (): Promise<void> => {
      ended.abort();
      for (const close of closers) close();
      await Promise.allSettled(running);
    },
  };
}

/** One message of one gateway over MQTT, acknowledged. */
export async function sayOnce(mqttUrl: string, gateway: TestGateway, { mac }: OnceHeard): Promise<void> {
  const { username, password, gmac } = gateway;
  const client = await connectAsync(mqttUrl, { username, password, reconnectPeriod: 0 });
  const obj = [{ type: 4, dmac: mac.replaceAll(":", ""), rssi: -60 }];
  await client.publishAsync(`kbeacon/publish/${gmac}`, JSON.stringify({ msg: "advData", gmac, obj }), { qos: 1 });
  await client.endAsync();
}
