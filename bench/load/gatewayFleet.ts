// The load: MQTT clients in a separate process, so that making messages costs nothing in the measured event loop.
// The parent sends a FleetOrder, waits for `connected`, sends `go` as often as it likes and gets `sent` each time.
import { setTimeout as pause } from "node:timers/promises";
import { connectAsync, type MqttClient } from "mqtt";
import { type Placed, scanMessages, type ScanMessage } from "./scanMessages.ts";

export interface FleetOrder {
  kind: "order";
  url: string;
  gateways: (Placed & { username: string; password: string })[];
  trackers: Placed[];
  advertsPerMessage: number;
}

export interface FleetGo {
  kind: "go";
  messages: number;
  /** For all clients together; absent: as fast as the broker takes them. */
  messagesPerSecond?: number;
  /** With QoS 1, each acknowledgement timed. */
  acknowledged?: boolean;
}

/** `waitedMs`: how long each message sent with QoS 1 waited for its acknowledgement. */
export type FleetAnswer = { kind: "connected" } | { kind: "sent"; messages: number; waitedMs: number[] };

// Enough different payloads that no cache along the way has just seen the same one.
const payloadsPerGateway = 20;
// Messages sent before a client waits for the socket: keeps the pipe full without growing memory.
const inFlight = 16;

let fleet: { client: MqttClient; messages: ScanMessage[] }[] = [];

async function connect(order: FleetOrder): Promise<void> {
  const { gateways, trackers, advertsPerMessage: adverts } = order;
  const all = scanMessages({ each: payloadsPerGateway, adverts, gateways, trackers });
  fleet = await Promise.all(
    gateways.map(async ({ mac, username, password }) => ({
      client: await connectAsync(order.url, {
        username,
        password,
        clientId: `bench-${mac}`,
        reconnectPeriod: 0,
        keepalive: 0,
      }),
      messages: all.filter(({ gatewayMac }) => gatewayMac === mac),
    })),
  );
  for (const { client } of fleet) endWithConnection(client);
}

/** A lost connection loses messages: the count would never be reached. */
function endWithConnection(client: MqttClient): void {
  client.on("close", () => {
    console.error("the broker hung up on a client");
    process.exit(1);
  });
}

async function flood(messages: number): Promise<number> {
  const each = Math.ceil(messages / fleet.length);
  await Promise.all(
    fleet.map(async ({ client, messages: own }) => {
      for (let sent = 0; sent < each; sent += inFlight) {
        const batch = Math.min(inFlight, each - sent);
        const written: Promise<unknown>[] = [];
        for (let nth = sent; nth < sent + batch; nth++) written.push(publish(client, own, nth));
        await Promise.all(written);
      }
    }),
  );
  return each * fleet.length;
}

/** Resolves to how long each message was on its way, if messages are acknowledged. */
async function pace(messages: number, perSecond: number, acknowledged: boolean): Promise<number[]> {
  const started = performance.now();
  const underWay: Promise<number>[] = [];
  for (let sent = 0; sent < messages; sent++) {
    const member = fleet[sent % fleet.length];
    if (member) {
      const sentMs = performance.now();
      const done = publish(member.client, member.messages, Math.floor(sent / fleet.length), acknowledged ? 1 : 0);
      if (acknowledged) underWay.push(done.then(() => performance.now() - sentMs));
    }
    const aheadMs = ((sent + 1) * 1000) / perSecond - (performance.now() - started);
    if (aheadMs > 1) await pause(aheadMs);
  }
  return Promise.all(underWay);
}

function publish(client: MqttClient, own: ScanMessage[], nth: number, qos: 0 | 1 = 0): Promise<unknown> {
  const { topic, payload } = own[nth % own.length] as ScanMessage;
  return client.publishAsync(topic, payload as Buffer, { qos });
}

// The process that ordered the load is gone, so nobody is left to end it.
process.on("disconnect", () => process.exit(0));

process.on("message", (message: FleetOrder | FleetGo) => {
  const work = async (): Promise<FleetAnswer> => {
    if (message.kind === "order") {
      await connect(message);
      return { kind: "connected" };
    }
    const { messages, messagesPerSecond, acknowledged = false } = message;
    if (messagesPerSecond === undefined) return { kind: "sent", messages: await flood(messages), waitedMs: [] };
    return { kind: "sent", messages, waitedMs: await pace(messages, messagesPerSecond, acknowledged) };
  };
  work().then(
    (answer) => process.send?.(answer),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
