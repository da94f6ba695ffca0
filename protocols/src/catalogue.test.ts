import { expect, test } from "vitest";
import { adapterForHardwareType, adapterForTopic, adapters } from "./catalogue.ts";

const id = { mac: "68:B9:D3:DF:E7:8C", mqttGuid: "0198c1b2-0000-7000-8000-000000000001" };

test("each topic a gateway may publish to leads back to its own dialect and to that gateway", () => {
  for (const adapter of adapters) {
    for (const topic of adapter.publishTopics(id)) {
      expect(adapterForTopic(topic)).toBe(adapter);
      expect([id.mac, id.mqttGuid]).toContain(adapter.gatewayOfTopic(topic));
    }
    expect(adapterForHardwareType(adapter.hardwareType)).toBe(adapter);
  }
});

test("what a gateway listens to is nothing it may say", () => {
  for (const adapter of adapters)
    for (const topic of adapter.subscribeTopics(id)) expect(adapterForTopic(topic)).toBeNull();
});

test.each([
  "",
  "kbeacon/publish",
  "kbeacon/publish/Gateway1",
  "kbeacon/publish/68B9D3DFE78C/x",
  "x/kbeacon/publish/68B9D3DFE78C",
  "pulse/v1/gateways/7/up",
])("the topic %s is nobody's", (topic) => expect(adapterForTopic(topic)).toBeNull());

test("a make that is not read yet has no dialect", () => {
  expect(adapterForHardwareType("MINEW")).toBeNull();
});
