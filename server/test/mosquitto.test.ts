import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { call } from "./support/api.ts";
import { aCustomer, aGateway, aSite, aToken } from "./support/builders.ts";
import { hasMosquitto, type Mosquitto, mosquitto } from "./support/mosquitto.ts";
import { mqttSuite } from "./support/mqttSuite.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

describe.runIf(hasMosquitto)("over an external mosquitto", () => {
  let broker: Mosquitto;
  afterAll(() => broker.stop());

  mqttSuite(async () => {
    broker = await mosquitto({ accounts: true });
    return testPulse({ PULSE_MQTT_URL: broker.url });
  });
});

describe.runIf(hasMosquitto)("while an external mosquitto is away", () => {
  let broker: Mosquitto;
  let pulse: TestPulse | undefined;
  afterEach(async () => {
    await pulse?.stop();
    await broker.stop();
  });

  test("Pulse without its external mosquitto keeps working and reports it, changes no credentials, and recovers later", async () => {
    broker = await mosquitto({ accounts: true });
    pulse = await testPulse({ PULSE_MQTT_URL: broker.url });
    const customer = await aCustomer(pulse);
    const gateway = await aGateway(pulse, customer, await aSite(pulse, customer), { x: 1, y: 1 });
    const token = await aToken(pulse, customer, "Administrator");
    const troubles = async (): Promise<string> =>
      JSON.stringify(((await (await fetch(`${pulse!.url}/readyz`)).json()) as { troubles: unknown }).troubles);
    expect(await troubles()).toBe("[]");
    await broker.stop("SIGKILL");
    await vi.waitFor(async () => expect(await troubles()).toMatch(/"broker".*away since/), 30_000);

    const reset = () => call(pulse!, "POST", `hardwares/${gateway.id}/mqtt-credentials`, { token });
    const refused = await reset();
    expect([refused.status, refused.content["code"]]).toEqual([503, "service_unavailable"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const posted = await call(pulse, "POST", "ingest/scans", {
      headers: { authorization: `Basic ${Buffer.from(`${gateway.username}:${gateway.password}`).toString("base64")}` },
      body: { msg: "scan", adverts: [] },
    });
    expect(posted.status).toBe(202);

    await broker.start();
    await vi.waitFor(async () => expect(await troubles()).toBe("[]"), 30_000);
    const made = await reset();
    expect(made.status).toBe(200);
    expect(made.content).toMatchObject({ host: "127.0.0.1", port: broker.port, tls_port: null });
    expect(made.content).not.toHaveProperty("websocket_url");
  });

  test("a start without the external mosquitto ends with one line that names the setting but not its password", async () => {
    broker = await mosquitto({ accounts: true });
    const wrong = testPulse({ PULSE_MQTT_URL: broker.url.replace("secret", "hidden") });
    await expect(wrong).rejects.toThrow(
      /^PULSE_MQTT_URL="mqtt:\/\/pulse:…@127\.0\.0\.1:\d+" cannot be used: .*not authorized$/i,
    );
    await broker.stop();
    await expect(testPulse({ PULSE_MQTT_URL: broker.url })).rejects.toThrow(
      /^PULSE_MQTT_URL="[^"]+" cannot be used: .*ECONNREFUSED/,
    );
  });
});
