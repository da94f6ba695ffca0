import { connectAsync } from "mqtt";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { hashSecret } from "../src/platform/devices/secrets.ts";
import { type Answer, call } from "./support/api.ts";
import {
  aCustomer,
  aGateway,
  anAsset,
  aSite,
  aToken,
  type TestAsset,
  type TestGateway,
  type TestSite,
} from "./support/builders.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// Gateways that post what they hear: the same ingest as over MQTT.
let pulse: TestPulse;
let customer: NewCustomer;
let site: TestSite;
let gateway: TestGateway;
let asset: TestAsset;
let token: string;

beforeAll(async () => {
  pulse = await testPulse();
  customer = await aCustomer(pulse);
  token = await aToken(pulse, customer, "Administrator", { devTools: true });
  site = await aSite(pulse, customer, { settings: { mobileGatewayInterval: 30_000, mobileGatewayDuration: 4_000 } });
  asset = await anAsset(pulse, customer, site);
});
beforeEach(async () => {
  gateway = await aGateway(pulse, customer, site, { x: 2, y: 2 });
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
});
afterAll(() => pulse.stop());

const basic = (username: string, password: string) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;

async function post(
  body: unknown,
  { headers = {}, as = gateway }: { headers?: Record<string, string>; as?: TestGateway } = {},
): Promise<Answer> {
  const authorization = basic(as.username, as.password);
  return call(pulse, "POST", "ingest/scans", { headers: { authorization, ...headers }, body });
}

async function metric(outcome: string): Promise<number> {
  await pulse.settled();
  const { text } = await call(pulse, "GET", "/metrics");
  return Number(new RegExp(`pulse_ingest_total\\{outcome="${outcome}"\\} (\\d+)`).exec(text)?.[1]);
}

const kept = async () => {
  await pulse.settled();
  return (await call(pulse, "GET", `hardwares/${gateway.id}/messages`, { token })).content;
};
const kkm = (obj: unknown[], gmac = gateway.gmac) => ({ msg: "advData", gmac, obj });
const advert = (rssi: unknown, dmac = asset.mac) => ({ type: 4, dmac: dmac.replaceAll(":", ""), rssi });
const taken = { mobile_gateway_interval: 30_000, mobile_gateway_duration: 4_000 };

describe("a message is accepted", () => {
  test("a posted message is accepted in the maker's format, without its invalid adverts", async () => {
    const before = await metric("sighting");
    const answer = await post(kkm([advert(-60), advert(999)]));
    expect([answer.status, answer.content]).toEqual([202, { accepted: 1, rejected: 1, ...taken }]);
    expect(await metric("sighting")).toBe(before + 1);
    const [message] = await kept();
    expect(message).toMatchObject({ topic: "POST ingest/scans", decoded: true });
    expect(message!["error"]).toContain("1 adverts left out");
    const { content } = await call(pulse, "GET", `hardwares/${gateway.id}`, { token });
    expect(content).toMatchObject({ status: "online", num_connected: 1 });
  });

  test("a posted message is accepted in our format, whatever the content type", async () => {
    const adverts = [
      { mac: asset.mac, rssi: -61, at: "2026-11-20T13:05:00.000Z", data: "041680205A" },
      { mac: "DD:34:99:99:99:99", rssi: -70 },
    ];
    const body = JSON.stringify({ msg: "scan", adverts, battery_level: 70 });
    for (const type of ["application/json", "text/plain", "application/octet-stream"]) {
      const answer = await post(body, { headers: { "content-type": type } });
      expect([answer.status, answer.content]).toEqual([202, { accepted: 2, rejected: 0, ...taken }]);
    }
  });

  test("a posted message is accepted without an impossible position, which is counted among the rejected and named", async () => {
    const adverts = [{ mac: asset.mac, rssi: -61 }];
    for (const [gps, rejected] of [
      [{ lat: 91, lon: 4.4, accuracy: 5 }, 1],
      [{ lat: 0, lon: 0, accuracy: 5 }, 1],
      ["here", 1],
      [{ lat: 51.9, lon: 4.4, accuracy: 5 }, 0],
    ] as const) {
      const before = await metric("gps_rejected");
      const answer = await post({ msg: "scan", gps, adverts });
      expect([answer.status, answer.content]).toEqual([202, { accepted: 1, rejected, ...taken }]);
      expect(await metric("gps_rejected")).toBe(before + rejected);
      if (rejected > 0) expect((await kept())[0]!["error"]).toMatch(/^gps/);
    }
    const both = await post({ msg: "scan", gps: { lat: 91 }, adverts: [...adverts, { mac: asset.mac, rssi: 999 }] });
    expect(both.content).toEqual({ accepted: 1, rejected: 2, ...taken });
  });

  test("a posted message that only says that the gateway is alive is accepted", async () => {
    const answer = await post({ msg: "alive", gmac: gateway.gmac, ver: "KBGW_V3.5.3" });
    expect([answer.status, answer.content]).toEqual([202, { accepted: 0, rejected: 0, ...taken }]);
    await pulse.settled();
    const { content } = await call(pulse, "GET", `hardwares/${gateway.id}`, { token });
    expect(content).toMatchObject({ status: "online", firmware: "KBGW_V3.5.3" });
  });

  test("a posted message is accepted and places a mobile gateway", async () => {
    await pulse.db
      .updateTable("hardwares")
      .set((eb) => ({ hardware_type_id: eb.selectFrom("hardware_types").select("id").where("type", "=", "MOBILE") }))
      .where("id", "=", gateway.id)
      .execute();
    const tag = await anAsset(pulse, customer, site);
    pulse.bus.publish("changed", everythingChanged);
    await pulse.settled();
    const fixed = new Promise<string>((resolve) => {
      const stop = pulse.bus.subscribe("fixes", (located) => {
        const own = located.find(({ trackerId }) => trackerId === tag.trackerId);
        if (!own) return;
        stop();
        resolve(own.fix.nearest!.anchorId);
      });
    });
    const gps = { lat: site.origin.lat - 0.00005, lon: site.origin.lon + 0.0001, accuracy: 4 };
    const answer = await post({ msg: "scan", gps, adverts: [{ mac: tag.mac, rssi: -60 }] });
    expect(answer.status).toBe(202);
    expect(await fixed).toBe(gateway.id);
  });

  test("a posted message is accepted from a gateway that was just created and not announced to this process", async () => {
    const before = await metric("sighting");
    const as = await aGateway(pulse, customer, site, { x: 5, y: 5 });
    expect((await post(kkm([advert(-60)], as.gmac), { as })).status).toBe(202);
    await vi.waitFor(async () => expect(await metric("sighting")).toBe(before + 1), 30_000);
  });

  test("every posted message of a burst is accepted, and nothing acknowledged is lost", async () => {
    // Three gateways, since a single one may not send that much at once.
    const senders = [gateway, await aGateway(pulse, customer, site, { x: 3, y: 2 })];
    senders.push(await aGateway(pulse, customer, site, { x: 4, y: 2 }));
    const before = await metric("sighting");
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, nth) => {
        const as = senders[nth % 3]!;
        return post(kkm([advert(-40 - (nth % 50))], as.gmac), { as });
      }),
    );
    const accepted = answers.filter(({ status }) => status === 202).length;
    expect(accepted).toBe(300);
    expect(await metric("sighting")).toBe(before + accepted);
  });

  test("a posted message is accepted once for each Idempotency-Key and gateway", async () => {
    const other = await aGateway(pulse, customer, site, { x: 9, y: 9 });
    pulse.bus.publish("changed", everythingChanged);
    await pulse.settled();
    const before = await metric("sighting");
    const body = { msg: "scan", adverts: [{ mac: asset.mac, rssi: -60 }] };
    const headers = { "idempotency-key": "one" };
    for (const as of [gateway, gateway, other, other])
      expect((await post(body, { headers, as })).content).toEqual({ accepted: 1, rejected: 0, ...taken });
    expect(await metric("sighting")).toBe(before + 2);
  });
});

describe("401 with a challenge for", () => {
  test.each([
    ["nobody", () => undefined],
    ["a wrong password", () => basic(gateway.username, "wrong")],
    ["an unknown name", () => basic("nobody", gateway.password)],
    ["no password", () => basic(gateway.username, "")],
    ["what is no pair", () => `Basic ${Buffer.from("nocolon").toString("base64")}`],
  ])("a gateway's post is answered with 401 and a challenge for %s", async (_name, authorization) => {
    const given = authorization();
    const before = await metric("refused_credentials");
    const answer = await call(pulse, "POST", "ingest/scans", {
      headers: given === undefined ? {} : { authorization: given },
      body: kkm([advert(-60)]),
    });
    expect([answer.status, answer.content["code"]]).toEqual([401, "unauthorized"]);
    expect(answer.headers.get("www-authenticate")).toMatch(/^Basic realm=/);
    expect(await metric("refused_credentials")).toBe(before + 1);
    expect(await kept()).toEqual([]);
  });

  test("a post by a tracker, whose own messages go over MQTT, gets 401 with a challenge", async () => {
    const { mqtt_username } = await pulse.db
      .updateTable("trackers")
      .set({ mqtt_secret_hash: hashSecret("own") })
      .where("id", "=", asset.trackerId)
      .returning("mqtt_username")
      .executeTakeFirstOrThrow();
    await (await connectAsync(pulse.mqttUrl, { username: mqtt_username, password: "own" })).endAsync();
    const headers = { authorization: basic(mqtt_username, "own") };
    expect((await call(pulse, "POST", "ingest/scans", { headers, body: {} })).status).toBe(401);
  });

  test("a post with the old password gets 401 with a challenge once it has been reset", async () => {
    const { content } = await call(pulse, "POST", `hardwares/${gateway.id}/mqtt-credentials`, { token });
    expect((await post(kkm([]))).status).toBe(401);
    const as = { ...gateway, password: String(content["mqtt_password"]) };
    expect((await post(kkm([]), { as })).status).toBe(202);
  });
});

describe("400 with the reason, and kept for the developer tools:", () => {
  test.each([
    ["malformed JSON", () => "{nonsense", "not JSON"],
    ["nothing at all", () => undefined, "empty"],
    ["an unknown kind", () => ({ msg: "dance" }), 'unknown message "dance"'],
    ["adverts that are no list", () => ({ msg: "scan", adverts: 7 }), '"adverts" is not an array'],
  ])("a post of %s gets 400 with the reason, and is stored for the developer tools", async (_name, body, reason) => {
    const before = await metric("undecodable");
    const answer = await post(body());
    expect([answer.status, answer.content["code"]]).toEqual([400, "invalid_parameter"]);
    expect((answer.content["details"] as { message: string }[])[0]!.message).toContain(reason);
    const [message] = await kept();
    expect(message).toMatchObject({ topic: "POST ingest/scans", decoded: false });
    expect(message!["error"]).toContain(reason);
    expect(await metric("undecodable")).toBe(before + 1);
  });

  test("a post that names another gateway gets 400 with the reason, and is stored for the developer tools", async () => {
    const other = await aGateway(pulse, customer, site, { x: 9, y: 9 });
    const [mismatch, sightings] = [await metric("gateway_mismatch"), await metric("sighting")];
    const answer = await post(kkm([advert(-60)], other.gmac));
    expect([answer.status, answer.content["code"]]).toEqual([400, "invalid_parameter"]);
    expect(answer.text).toContain("the message says it is from");
    expect(await metric("gateway_mismatch")).toBe(mismatch + 1);
    expect(await metric("sighting")).toBe(sightings);
    expect((await kept())[0]).toMatchObject({ decoded: false });
  });
});

test("a post above one megabyte is 413, and callers who may not post get 401 instead", async () => {
  const body = " ".repeat(1024 * 1024 + 1);
  const answer = await post(body);
  expect([answer.status, answer.content["code"]]).toEqual([413, "file_too_large"]);
  const stranger = await call(pulse, "POST", "ingest/scans", { headers: { authorization: basic("a", "b") }, body });
  expect(stranger.status).toBe(401);
  expect((await post(kkm([advert(-60)]))).status).toBe(202);
});

const faults = async () =>
  (await call(pulse, "GET", `hardwares/${gateway.id}/connection`, { token })).content["faults"];

test("a post that is too long or unreadable is a fault on its gateway's page with its reason, its count and its time", async () => {
  const long = " ".repeat(1024 * 1024 + 1);
  for (let nth = 0; nth < 2; nth++) expect((await post(long)).status).toBe(413);
  expect(await faults()).toEqual([
    { kind: "too_long", count: 2, about: "POST ingest/scans: 1048577 bytes", at: expect.any(String) as string },
  ]);
  for (let nth = 0; nth < 3; nth++) expect((await post("{nonsense")).status).toBe(400);
  expect(await faults()).toMatchObject([
    { kind: "unreadable", count: 3, about: expect.stringContaining("not JSON") as string },
    { kind: "too_long", count: 2 },
  ]);
});

test("a post whose length is not announced is a fault once it is too long", async () => {
  const chunks = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(256 * 1024).fill(32)),
  });
  const response = await fetch(new URL("/api/v3/ingest/scans", pulse.url), {
    method: "POST",
    headers: { authorization: basic(gateway.username, gateway.password), "content-type": "application/json" },
    body: chunks,
    duplex: "half",
  }).catch(() => null);
  // The server may close before the sender has finished; the fault is noted either way.
  expect([413, undefined]).toContain(response?.status);
  await expect
    .poll(faults)
    .toMatchObject([{ kind: "too_long", about: "POST ingest/scans: more than 1048576 bytes", count: 1 }]);
});

test("what strangers post counts for no gateway's messages", async () => {
  const long = " ".repeat(1024 * 1024 + 1);
  for (const headers of [{}, { authorization: basic("a", "b") }, { authorization: basic(gateway.username, "no") }])
    for (const body of [long, "{nonsense"])
      expect((await call(pulse, "POST", "ingest/scans", { headers, body })).status).toBe(401);
  // A wrong password with its user name is a fault of its own kind, as over MQTT.
  expect(await faults()).toMatchObject([{ kind: "password", count: 2, about: null }]);
});

test("the OpenAPI document describes a gateway's post, with an example", async () => {
  const document = JSON.parse((await call(pulse, "GET", "openapi.json")).text) as {
    paths: Record<string, Record<string, { requestBody: object }>>;
    components: { schemas: Record<string, object> };
  };
  const operation = document.paths["/api/v3/ingest/scans"]!["post"]!;
  expect(JSON.stringify(operation.requestBody)).toContain('"msg":"scan"');
  expect(document.components.schemas["ScanReceipt"]).toMatchObject({
    required: ["accepted", "rejected", "mobile_gateway_interval", "mobile_gateway_duration"],
  });
});
