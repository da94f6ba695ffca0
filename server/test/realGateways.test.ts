import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call } from "./support/api.ts";
import { temporaryFolder } from "./support/database.ts";
import {
  expectIgnored,
  mqttJs,
  onboard,
  type OnboardedGateway,
  expectSession,
  readSession,
  sessionNames,
  sessionTag,
} from "./support/gatewaySession.ts";
import { hasMosquitto, type Mosquitto, mosquitto } from "./support/mosquitto.ts";
import { hasRealGateways, nodePackages, paho, python, realProgram, scripts } from "./support/realGateways.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// Programs that other makers publish, as their registries have them (.ci/realGateways), beside Pulse.
const parent = temporaryFolder();
const status = (gateway: OnboardedGateway) =>
  expect.poll(async () => (await gateway.detail())["status"], { interval: 200 });

describe.runIf(hasRealGateways)("beside Pulse's own broker", () => {
  let pulse: TestPulse;
  beforeAll(async () => {
    pulse = await testPulse();
  });
  afterAll(() => pulse.stop());

  test.each(sessionNames)("the session of %s by paho stays connected and is heard", (name) =>
    expectSession(pulse, readSession(name), 4, paho),
  );

  test.each([
    ["paho", paho, "paho is not connected: Unsupported protocol version"],
    ["mqtt.js", mqttJs, "Connection refused: Unacceptable protocol version"],
  ])("%s is told at once that MQTT 5 is not spoken here", async (_name, open, reason) => {
    const session = readSession("ruuvi");
    const { account } = await onboard(pulse, session);
    await expect(open({ port: pulse.mqttPort, account, session, protocol: 5 })).rejects.toThrow(reason);
  });

  test("Theengs Gateway as its package installs it is heard, stays connected, and its last words are understood", async () => {
    const gateway = await onboard(pulse, { type: "OMG", name: "TheengsGateway", mac: "B8:27:EB:01:02:03" });
    const ruuvi = `0512fc5394c37c0004fffc040cac364200cd${sessionTag.replaceAll(":", "").toLowerCase()}`;
    const adverts = [
      // A humidity sensor that Theengs passes on undecoded, an iBeacon, a RuuviTag, and a phone that it keeps to itself.
      { address: sessionTag, rssi: -71, service: ["fcd2", "4002c40903bf13"] },
      { address: sessionTag, rssi: -70, manufacturer: [0x004c, "0215fda50693a4e24fb1afcfc6eb07647825000a0007c5"] },
      { address: sessionTag, rssi: -64, manufacturer: [0x0499, ruuvi] },
      { address: "5A:11:22:33:44:55", rssi: -88, manufacturer: [0x004c, "1005411c9c8d3b"] },
    ];
    const start = () => theengs(pulse, gateway, adverts);
    const first = start();
    await expect.poll(() => gateway.strengths, { message: first.output() }).toEqual([-71, -70, -64]);
    await status(gateway).toBe("online");
    // Its absence message: a RuuviTag is a tracker to Theengs.
    await expect.poll(first.output).toContain(`Tracker ${sessionTag} timed out`);
    expect(first.output()).not.toMatch(/Disconnected|Failed|Traceback/);
    await first.end("SIGINT");
    await status(gateway).toBe("offline");
    const { ignored_topics: ignored, faults } = await gateway.connection();
    expect(ignored.map(({ topic }) => topic).toSorted()).toEqual(["home/internal/trackersync", "homeassistant/#"]);
    expect(faults).toEqual([]);
    expect(await gateway.detail()).toMatchObject({ health: [], diagnostics: { undecodable: 0, mismatched: 0 } });

    const second = start();
    await status(gateway).toBe("online");
    await expect.poll(() => gateway.strengths.length).toBe(6);
    await second.end("SIGKILL");
  });

  test("barnacles-mqtt, by which Pareto Anywhere publishes, is heard for each receiver and stays connected", async () => {
    const gateway = await onboard(pulse, { type: "RADDEC", name: "Pareto", mac: "AC:23:3F:00:00:01" });
    const { username, password } = gateway.account;
    const url = `mqtt://127.0.0.1:${pulse.mqttPort}`;
    const program = realProgram(process.execPath, [
      join(scripts, "barnacles.ts"),
      nodePackages,
      url,
      username,
      password,
    ]);
    expect(await program.next()).toBe("barnacles-mqtt: connected to MQTT server");
    const transmitterId = sessionTag.replaceAll(":", "").toLowerCase();
    const receivers = [
      { receiverId: "ac233f000001", receiverIdType: 2, rssi: -63 },
      { receiverId: "001bc50940810000", receiverIdType: 1, rssi: -81 },
    ];
    const raddec = { transmitterId, transmitterIdType: 3, decodings: receivers, packets: [] };
    program.tell(["raddec", raddec]);
    program.tell(["dynamb", { deviceId: transmitterId, deviceIdType: 3, temperature: 21.5, timestamp: 1795787000100 }]);
    program.tell(["spatem", { deviceId: transmitterId, deviceIdType: 3, type: "position", data: {} }]);
    program.tell(["raddec", { ...raddec, decodings: [{ ...receivers[0]!, rssi: -58 }] }]);
    await expect.poll(() => gateway.strengths, { message: program.output() }).toEqual([-63, -58]);
    await expectIgnored(gateway, { "paretoanywhere/devices/+/+/dynamb": 1, "paretoanywhere/devices/+/+/spatem": 1 });
    const unregistered = async () =>
      (await call(pulse, "GET", `hardwares/heard?site_id=${gateway.siteId}`, { token: gateway.operator })).content;
    await expect.poll(unregistered).toMatchObject([{ mac: "00:1B:C5:81:00:00" }]);
    expect(await gateway.detail()).toMatchObject({ status: "online", health: [], diagnostics: { undecodable: 0 } });
    expect(program.output()).not.toMatch(/disconnected|error/i);
    await program.end();
  });
});

describe.runIf(hasRealGateways && hasMosquitto)("beside an external mosquitto", () => {
  let broker: Mosquitto;
  let pulse: TestPulse;
  beforeAll(async () => {
    broker = await mosquitto({ accounts: true });
    pulse = await testPulse({ PULSE_MQTT_URL: broker.url });
  });
  afterAll(async () => {
    await pulse.stop();
    await broker.stop();
  });

  // It drops what is not for us itself, so nothing is counted; and it does not say for whom a middleware speaks.
  const sessions = sessionNames.filter((name) => name !== "pareto");
  test.each(sessions)("the session of %s by paho over MQTT 5 stays connected and is heard", (name) =>
    expectSession(pulse, { ...readSession(name), ignored: {} }, 5, (options) =>
      paho({ ...options, port: broker.port }),
    ),
  );
});

/** Theengs Gateway, on its own command line, hearing these adverts in its first scan. */
function theengs(pulse: TestPulse, { account }: OnboardedGateway, adverts: unknown) {
  const config = join(mkdtempSync(join(parent, "theengs-")), "theengsgw.conf");
  const { username, password } = account;
  const broker = ["-H", "127.0.0.1", "-P", String(pulse.mqttPort), "-u", username, "-p", password];
  // A scan of a second, and a tracker that is absent after another.
  const args = [...broker, "-c", config, "-sd", "1", "-tb", "0.1", "-to", "1"];
  return realProgram(python, [join(scripts, "theengs_gateway.py"), ...args], {
    PULSE_ADVERTS: JSON.stringify(adverts),
  });
}
