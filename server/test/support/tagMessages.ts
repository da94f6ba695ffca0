import { connectAsync } from "mqtt";
import type { TestAsset, TestGateway } from "./builders.ts";
import type { Spot } from "./radio.ts";
import type { TestPulse } from "./testPulse.ts";

/** What one gateway publishes of a tag. */
export interface TagMessage {
  gateway: TestGateway;
  topic: string;
  payload: string;
}

/** What gateways publish of an asset's tag at a spot: each hears it as strongly as it is near. */
export function tagMessages(
  gateways: readonly (TestGateway & { spot: Spot })[],
  { mac }: Pick<TestAsset, "mac">,
  tag: Spot,
): TagMessage[] {
  return gateways.map((gateway) => {
    const rssi = Math.round(-59 - 22 * Math.log10(Math.hypot(gateway.spot.x - tag.x, gateway.spot.y - tag.y, 1.3)));
    const advert = { type: 4, dmac: mac.replaceAll(":", ""), rssi, refpower: -59 };
    const payload = JSON.stringify({ msg: "advData", gmac: gateway.gmac, obj: [advert] });
    return { gateway, topic: `kbeacon/publish/${gateway.gmac}`, payload };
  });
}

/** Publishes each message over a connection of its gateway; resolves when the broker has acknowledged all. */
export async function publishMessages(
  { mqttUrl }: Pick<TestPulse, "mqttUrl">,
  messages: readonly TagMessage[],
  onSent: () => void = () => undefined,
): Promise<void> {
  await Promise.all(
    messages.map(async ({ gateway: { username, password }, topic, payload }) => {
      const client = await connectAsync(mqttUrl, { username, password });
      onSent();
      await client.publishAsync(topic, payload, { qos: 1 });
      await client.endAsync();
    }),
  );
}
