import { expect, test } from "vitest";
import { brokerSettings } from "./brokerSettings.ts";

const account = {
  mqttGuid: "0198c1b2-0000-7000-8000-000000000000",
  mqttUsername: "gateway-1",
  mqttPassword: "secret",
  host: "pulse.example",
  port: 1883,
  tlsPort: null,
};

test("a KKM gateway's page shows each of its five topics under its own name, and none of ours", () => {
  const lines = brokerSettings({
    ...account,
    publishTopics: ["kbeacon/publish/A", "kbeacon/pubaction/A", "kbeacon/pubadmin/A", "pulse/v1/gateways/1/up"],
    subscribeTopics: ["kbeacon/subaction/A", "kbeacon/subadmin/A", "pulse/v1/gateways/1/down"],
  });
  expect(lines.map(({ key, value }) => `${key} ${value}`)).toEqual([
    "host pulse.example",
    "port 1883",
    "username gateway-1",
    "password secret",
    "publish kbeacon/publish/A",
    "pubaction kbeacon/pubaction/A",
    "pubadmin kbeacon/pubadmin/A",
    "subaction kbeacon/subaction/A",
    "subadmin kbeacon/subadmin/A",
  ]);
});

test("a Minew gateway's page shows each of its three topics once, as the factory writes them", () => {
  const lines = brokerSettings({
    ...account,
    publishTopics: ["/gw/ac/status", "/gw/ac/action/response", "/gw/AC/status", "/gw/AC/action/response", "pulse/up"],
    subscribeTopics: ["/gw/ac/action", "/gw/AC/action", "pulse/down"],
  });
  expect(lines.slice(4).map(({ key, value }) => `${key} ${value}`)).toEqual([
    "publish /gw/ac/status",
    "response /gw/ac/action/response",
    "subscribe /gw/ac/action",
  ]);
});

test("a gateway without a maker's topics gets ours", () => {
  const lines = brokerSettings({ ...account, publishTopics: ["pulse/v1/gateways/1/up"], subscribeTopics: ["pulse/x"] });
  expect(lines.slice(4, 6)).toEqual([
    { key: "publish", value: "pulse/v1/gateways/1/up" },
    { key: "subscribe", value: "pulse/x" },
  ]);
  expect(lines[6]).toMatchObject({ key: "sample", value: expect.stringContaining('"msg":"scan"') as string });
  expect(lines[7]!.value).toMatch(/^mosquitto_pub -h pulse\.example -p 1883 -u 'gateway-1' -P 'secret' -t pulse\/v1/);
});

test.each([
  [["ruuvi/C8:25:2D:8E:9C:2C/+", "pulse/x"], ["ruuviPrefix ruuvi/C8:25:2D:8E:9C:2C/"]],
  [["espresense/devices/+/hall", "espresense/rooms/hall/status", "pulse/x"], ["espresenseRoom hall"]],
  [
    ["home/Hall/BTtoMQTT/+", "home/Hall/LWT", "home/AC233F/BTtoMQTT/+", "pulse/x"],
    ["omgName Hall", "omgBase home/"],
  ],
  [["raddec/ac", "raddec/AC", "paretoanywhere/devices/+/+/raddec", "pulse/x"], ["topicPrefix paretoanywhere"]],
])("a gateway that builds its topics %j itself is shown the fields of its own form", (publishTopics, expected) => {
  const lines = brokerSettings({ ...account, publishTopics, subscribeTopics: ["pulse/down"] });
  expect(lines.slice(4).map(({ key, value }) => `${key} ${value}`)).toEqual(expected);
});

test("an April Brother gateway's page also says what to choose in its form, and shows its topic once", () => {
  const lines = brokerSettings({
    ...account,
    publishTopics: ["ab_gateway/12ACFE0A0B0C", "ab_gateway/12acfe0a0b0c", "pulse/v1/gateways/1/up"],
    subscribeTopics: ["pulse/down"],
  });
  expect(lines.slice(4).map(({ key, value }) => `${key} ${value}`)).toEqual([
    "connectionType MQTT Client",
    "requestFormat MessagePack",
    "publish ab_gateway/12ACFE0A0B0C",
    "subscribe pulse/down",
  ]);
});
