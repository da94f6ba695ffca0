import { connectAsync, type MqttClient } from "mqtt";
import { call } from "./api.ts";
import type { TestAsset, TestGateway } from "./builders.ts";
import type { TestPulse } from "./testPulse.ts";

/** Devices' clients of one Pulse, and its counts for them. `pulse` and `asset` may come after the call. */
export function mqttClients(parts: { pulse(): TestPulse; asset(): TestAsset }) {
  const clients: MqttClient[] = [];

  async function connect({ username, password }: { username: string; password: string }): Promise<MqttClient> {
    const { mqttUrl } = parts.pulse();
    const client = await connectAsync(mqttUrl, { username, password, reconnectPeriod: 0, manualConnect: false });
    client.on("error", () => undefined);
    clients.push(client);
    return client;
  }

  async function metric(outcome: string): Promise<number> {
    await parts.pulse().settled();
    const { text } = await call(parts.pulse(), "GET", "/metrics");
    return Number(new RegExp(`pulse_ingest_total\\{outcome="${outcome}"\\} (\\d+)`).exec(text)?.[1]);
  }

  return {
    connect,
    metric,
    /** Waits until one more of this outcome was counted than `before`. */
    async counted(outcome: string, before: number): Promise<void> {
      while ((await metric(outcome)) <= before) await new Promise((resolve) => setTimeout(resolve, 20));
    },
    /** Resolves when a connection ends, however it ends. */
    closing: (connection: { once(event: "close", listener: () => void): unknown }): Promise<void> =>
      new Promise((resolve) => connection.once("close", () => resolve())),
    advert: (rssi: unknown, dmac = parts.asset().mac) => ({ type: 4, dmac: dmac.replaceAll(":", ""), rssi }),
    message: (gateway: TestGateway, obj: unknown[]) => JSON.stringify({ msg: "advData", gmac: gateway.gmac, obj }),
    async endAll(): Promise<void> {
      await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
    },
  };
}
