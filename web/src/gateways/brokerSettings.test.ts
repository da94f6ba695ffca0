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
  expect(lines.slice(4)).toEqual([
    { key: "publish", value: "pulse/v1/gateways/1/up" },
    { key: "subscribe", value: "pulse/x" },
  ]);
});
