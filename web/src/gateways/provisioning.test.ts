import { crc32 } from "node:zlib";
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

test("the archive names each file with its place, size and checksum, as its central directory says", async () => {
  const files = [
    { name: "AC/one.json", text: '{"a": 1}\n' },
    { name: "Höhe.conf", text: "Größe" },
  ];
  const bytes = Buffer.from(await zipFile(files).arrayBuffer());
  const end = bytes.length - 22;
  expect([bytes.readUInt32LE(end), bytes.readUInt16LE(end + 10)]).toEqual([0x06054b50, 2]);
  let at = bytes.readUInt32LE(end + 16);
  for (const { name, text } of files) {
    const data = Buffer.from(text);
    expect(bytes.readUInt32LE(at)).toBe(0x02014b50);
    expect([bytes.readUInt32LE(at + 16), bytes.readUInt32LE(at + 24)]).toEqual([crc32(data), data.length]);
    const nameBytes = bytes.readUInt16LE(at + 28);
    expect(bytes.toString("utf8", at + 46, at + 46 + nameBytes)).toBe(name);
    const local = bytes.readUInt32LE(at + 42);
    expect(bytes.readUInt32LE(local)).toBe(0x04034b50);
    const start = local + 30 + bytes.readUInt16LE(local + 26);
    expect(bytes.toString("utf8", start, start + data.length)).toBe(text);
    at += 46 + nameBytes;
  }
  expect(at).toBe(end);
});
