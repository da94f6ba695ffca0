import { connectAsync, type MqttClient } from "mqtt";
import type { MqttCredentials } from "@pulse/contract/mqttCredentials";

/** A place on a floor. */
export interface Spot {
  lat: number;
  lon: number;
}

const metresPerDegree = 111_320;
// Gateways are installed at 2.5 m, tags carried at 1.2 m; a common tag gives −59 dBm at 1 m; halls lose 22 dB a decade.
const heightDifferenceM = 1.3;
const oneMetreDbm = -59;
const lossExponent = 2.2;

/** Metres between two places of one site. */
export function distanceM(a: Spot, b: Spot): number {
  const north = (a.lat - b.lat) * metresPerDegree;
  const east = (a.lon - b.lon) * metresPerDegree * Math.cos((a.lat * Math.PI) / 180);
  return Math.hypot(north, east);
}

/** The RSSI in dBm at which a gateway hears a tag over this distance, with nothing in between. */
export function rssiOver(groundM: number): number {
  return Math.round(oneMetreDbm - 10 * lossExponent * Math.log10(Math.hypot(groundM, heightDifferenceM)));
}

/** A command for a beacon, as a gateway receives it. */
export interface Command {
  seq: number;
  mac: string;
  data: Record<string, unknown>;
}

/** A KKM gateway, signed in with its own credentials. */
export interface GatewayClient {
  mac: string;
  at: Spot;
  /** Reports that it heard this tag, in the format of firmware 3.5. */
  hear: (trackerMac: string, rssi: number) => Promise<void>;
  /** The next command for a beacon that nobody has taken yet. */
  next: () => Promise<Command>;
  /** Sends a beacon's answer: cause 1 means it has the command, 0 that it has executed it. */
  ack: (command: Command, answer: object) => Promise<void>;
  close: () => Promise<void>;
}

/** Connects as one gateway; rejects if the broker refuses it. */
export async function connectGateway(
  mqttUrl: string,
  gateway: { mac: string; at: Spot },
  credentials: MqttCredentials,
): Promise<GatewayClient> {
  const gmac = hex(gateway.mac);
  const client: MqttClient = await connectAsync(mqttUrl, {
    username: credentials.mqttUsername,
    password: credentials.mqttPassword,
    clientId: `e2e-${gmac}`,
    reconnectPeriod: 0,
  });
  const commands: Command[] = [];
  let taken = 0;
  let wake = (): void => undefined;
  client.on("message", (_topic, payload) => {
    commands.push(JSON.parse(payload.toString()) as Command);
    wake();
  });
  await client.subscribeAsync(`kbeacon/subaction/${gmac}`, { qos: 1 });
  return {
    ...gateway,
    next: async () => {
      while (commands.length <= taken) await new Promise<void>((resolve) => (wake = resolve));
      return commands[taken++]!;
    },
    ack: async ({ seq, mac }, answer) => {
      const said = JSON.stringify({ msg: "dAck", gmac, mac, seq, ...answer });
      await client.publishAsync(`kbeacon/pubaction/${gmac}`, said, { qos: 1 });
    },
    hear: async (trackerMac, rssi) => {
      await client.publishAsync(`kbeacon/publish/${gmac}`, advData(gmac, hex(trackerMac), rssi), { qos: 1 });
    },
    close: () => client.endAsync(true),
  };
}

function advData(gmac: string, dmac: string, rssi: number): string {
  // KGateways write their own clock time without a zone.
  const time = new Date().toISOString().slice(0, 19).replace("T", " ");
  const heard = {
    type: 4,
    dmac,
    uuid: "7777772E6B6B6D636E2E636F6D000001",
    majorID: 1,
    minorID: 1,
    refpower: -59,
    rssi,
    time,
  };
  return JSON.stringify({ msg: "advData", gmac, obj: [heard] });
}

function hex(mac: string): string {
  return mac.replaceAll(":", "").toUpperCase();
}
