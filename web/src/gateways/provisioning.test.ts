import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { provisioningFiles } from "./provisioningFile.ts";
import { zipFile } from "./zipFile.ts";

const account = { host: "pulse.test", port: 1883, mqttUsername: "gateway-1", mqttPassword: "secret" };

test("gateways whose maker's program reads a file get one each, in a folder named by their MAC", () => {
  const files = provisioningFiles([
    { ...account, mac: "C8:25:2D:8E:9C:2C", publishTopics: ["ruuvi/C8:25:2D:8E:9C:2C/+", "pulse/x"] },
    { ...account, mac: "B8:27:EB:01:02:03", publishTopics: ["home/Dock/BTtoMQTT/+", "home/Dock/LWT"] },
    { ...account, mac: "AC:23:3F:00:00:01", publishTopics: ["kbeacon/publish/AC233F000001"] },
  ]);
  expect(files.map(({ name, text }) => [name, JSON.parse(text) as unknown])).toEqual([
    [
      "C8252D8E9C2C/ruuvi.json",
      {
        use_mqtt: true,
        mqtt_transport: "TCP",
        mqtt_data_format: "ruuvi_raw",
        mqtt_server: "pulse.test",
        mqtt_port: 1883,
        mqtt_prefix: "ruuvi/C8:25:2D:8E:9C:2C/",
        mqtt_user: "gateway-1",
        mqtt_pass: "secret",
      },
    ],
    [
      "B827EB010203/theengsgw.conf",
      {
        host: "pulse.test",
        port: 1883,
        user: "gateway-1",
        pass: "secret",
        publish_topic: "home/Dock/BTtoMQTT",
        lwt_topic: "home/Dock/LWT",
        subscribe_topic: "home/Dock/BTtoMQTT/undecoded",
        presence_topic: "home/Dock/presence",
      },
    ],
  ]);
});

test("the archive has each file in its folder, also with letters beyond ASCII", async () => {
  const files = [
    { name: "AC/one.json", text: '{"a": 1}\n' },
    { name: "Höhe.conf", text: "Größe" },
  ];
  const read = unzipSync(new Uint8Array(await zipFile(files).arrayBuffer()));
  expect(Object.entries(read).map(([name, bytes]) => ({ name, text: strFromU8(bytes) }))).toEqual(files);
});
