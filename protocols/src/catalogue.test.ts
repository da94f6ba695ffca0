import { expect, test } from "vitest";
import { adapterForHardwareType, adapterForTopic, adapters } from "./catalogue.ts";

const id = { mac: "68:B9:D3:DF:E7:8C", mqttGuid: "0198c1b2-0000-7000-8000-000000000001", name: "Dock door" };

test("each topic a gateway may publish to identifies its dialect and that gateway", () => {
  for (const adapter of adapters) {
    for (const topic of adapter.publishTopics(id)) {
      const said = topic.replace("+", "DD:34:00:00:00:01");
      expect(adapterForTopic(said)).toBe(adapter);
      // A topic with the gateway's name does not identify it further.
      expect([id.mac, id.mqttGuid, ""]).toContain(adapter.gatewayOfTopic(said));
    }
    expect(adapterForHardwareType(adapter.hardwareType)).toBe(adapter);
  }
});

test("no gateway subscribes to a topic that it may publish to", () => {
  const heard = adapters.flatMap((adapter) => adapter.subscribeTopics(id)).filter((topic) => !topic.endsWith("/#"));
  expect(heard.map((topic) => adapterForTopic(topic))).toEqual(heard.map(() => null));
});

test("a gateway's name fills exactly one level of a topic", () => {
  const [first] = adapterForHardwareType("OMG")!.publishTopics({ ...id, name: "a/+/#b" });
  expect(first).toBe("home/ab/BTtoMQTT/+");
  expect(adapterForHardwareType("ESPRESENSE")!.publishTopics(id)[0]).toBe("espresense/devices/+/dock_door");
});

test.each([
  "",
  "kbeacon/publish",
  "kbeacon/publish/Gateway1",
  "kbeacon/publish/68B9D3DFE78C/x",
  "x/kbeacon/publish/68B9D3DFE78C",
  "pulse/v1/gateways/7/up",
])("the topic %s belongs to no dialect", (topic) => expect(adapterForTopic(topic)).toBeNull());

test("a gateway that people carry has no maker's dialect", () => {
  expect(adapterForHardwareType("MOBILE")).toBeNull();
});
