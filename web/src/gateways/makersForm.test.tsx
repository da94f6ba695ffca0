import { fireEvent, screen, within } from "@testing-library/react";
import { expect, it, test, vi } from "vitest";
import { stage } from "../test/stage.tsx";
import { makersForm } from "./makersForm.ts";
import { MakersFormView } from "./MakersFormView.tsx";

const account = { mqttUsername: "gateway-1", mqttPassword: "secret", host: "pulse.example", port: 1883, tlsPort: null };
const formOf = (publishTopics: string[], more: { mqttPassword?: string } = {}) =>
  makersForm({ ...account, ...more, publishTopics, subscribeTopics: ["pulse/down"] });

test.each([
  [
    "ruuvi/C8:25:2D:8E:9C:2C/+",
    "Cloud options › Advanced settings › MQTT(S)",
    [
      "MQTT transport type: MQTT over unencrypted TCP",
      "Server: pulse.example",
      "Port: 1883",
      "Data format: Don't decode, send data in raw format (default)",
      "Username (optional): gateway-1",
      "Password (optional): secret",
      "Topic prefix: Use ‘ruuvi’ on the prefix",
      "Topic prefix: Use Ruuvi Gateway's MAC address on the topic prefix",
    ],
  ],
  [
    "espresense/devices/+/cold_store",
    "Network",
    [
      "Room Name: cold_store",
      "Server: pulse.example",
      "Port: 1883",
      "Username: gateway-1",
      "Password: secret",
      "MQTT Configuration: Send to devices topic",
    ],
  ],
  [
    "home/Hall/BTtoMQTT/+",
    "Configuration › Configure MQTT",
    [
      "MQTT Server: pulse.example",
      "MQTT Port: 1883",
      "MQTT Username: gateway-1",
      "MQTT Password: secret",
      "Gateway Name: Hall",
      "MQTT Base Topic: home/",
    ],
  ],
  [
    "paretoanywhere/devices/+/+/raddec",
    "barnacles-mqtt",
    [
      "url: mqtt://pulse.example:1883",
      "clientOptions.username: gateway-1",
      "clientOptions.password: secret",
      "topicPrefix: paretoanywhere",
    ],
  ],
  [
    "ab_gateway/12ACFE0A0B0C",
    "Application",
    [
      "Connection Type: MQTT Client",
      "Host: pulse.example",
      "Port: 1883",
      "Publish Topic: ab_gateway/12ACFE0A0B0C",
      "Username (optional): gateway-1",
      "Password (optional): secret",
      "Request format: MessagePack",
    ],
  ],
])("a gateway with the topic %s has its maker's own form, field by field", (topic, page, expected) => {
  const form = formOf([topic, "pulse/v1/gateways/1/up"]);
  expect(form.page).toBe(page);
  expect(form.fields.map(({ label, value }) => `${label}: ${value}`)).toEqual(expected);
});

test("a make whose page is not public has its topics under the makers' names, and a generic gateway a message to try", () => {
  const kkm = formOf(["kbeacon/publish/A", "kbeacon/pubaction/A", "pulse/v1/gateways/1/up"]);
  expect(kkm.page).toBeNull();
  expect(kkm.fields.map(({ key }) => key)).toEqual([
    "host",
    "port",
    "username",
    "password",
    "publish",
    "pubaction",
    "subscribe",
  ]);
  const generic = formOf(["pulse/v1/gateways/1/up"]).fields.map(({ key }) => key);
  expect(generic.slice(-2)).toEqual(["sample", "mosquittoPub"]);
});

it("the form shows a password only when it is new, and each value has a button that copies it", async () => {
  const { show } = stage();
  const copied = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue(undefined);
  const { mqttPassword: _, ...known } = account;
  const topics = { publishTopics: ["espresense/devices/+/hall"], subscribeTopics: [] };
  show(<MakersFormView options={{ ...known, ...topics, tlsPort: 8883 }} type="ESPresense" />);
  const form = within(await screen.findByRole("group", { name: "What to enter on the gateway's own page" }));
  expect(form.getByText("ESPresense › Network")).toBeTruthy();
  expect(form.getByText("Shown only when it is made")).toBeTruthy();
  expect(form.queryByRole("button", { name: "Copy Password" })).toBeNull();
  expect(form.getByText("Over TLS, the port is 8883.")).toBeTruthy();
  for (const name of ["Room Name", "Server", "Port", "Username"])
    expect(form.getByRole("button", { name: `Copy ${name}` })).toBeTruthy();
  fireEvent.click(form.getByRole("button", { name: "Copy Room Name" }));
  expect(copied).toHaveBeenCalledWith("hall");
});
