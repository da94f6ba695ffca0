import type { HardwareType } from "@pulse/contract/hardwareTypes";
import { connectAsync, type MqttClient } from "mqtt";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { call } from "./support/api.ts";
import { anOrganisation, type Organisation } from "./support/anOrganisation.ts";
import { aToken } from "./support/builders.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// Two hundred gateways with one password: each says by its topics which one it is, and whoever is new is listed.
let pulse: TestPulse;
const closing: (() => Promise<unknown>)[] = [];
let serial = 0;

beforeAll(async () => {
  pulse = await testPulse();
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});
afterAll(() => pulse.stop());

interface Account {
  username: string;
  password: string;
}
interface Listed {
  mac: string;
  kind: string;
  name: string | null;
  hardware_id: string | null;
}

const aMac = (): string => `AC:23:3F:70:00:${(++serial).toString(16).padStart(2, "0").toUpperCase()}`;
const hexOf = (mac: string): string => mac.replaceAll(":", "");
const accountPath = ({ site }: Organisation): string => `hardwares/site-credentials?site_id=${site.id}`;

async function anAccount(of: Organisation): Promise<Account> {
  const { status, content } = await call(pulse, "POST", accountPath(of), { token: of.token });
  expect(status).toBe(200);
  return { username: String(content["mqtt_username"]), password: String(content["mqtt_password"]) };
}

async function connect(account: Account): Promise<MqttClient> {
  const client = await connectAsync(pulse.mqttUrl, { ...account, reconnectPeriod: 0 });
  client.on("error", () => undefined);
  closing.push(() => client.endAsync(true));
  return client;
}

async function typeId({ token }: Organisation, type: string): Promise<string> {
  const { content } = await call(pulse, "GET", "hardwares/types", { token });
  return (content as unknown as HardwareType[]).find((each) => each.type === type)!.id;
}

const unregistered = async ({ site, token }: Organisation): Promise<Listed[]> =>
  (await call(pulse, "GET", `hardwares/heard?site_id=${site.id}`, { token })).content as unknown as Listed[];

async function claim(of: Organisation, gateways: readonly { name: string; mac: string; type: string }[], more = {}) {
  const body = {
    gateways: await Promise.all(
      gateways.map(async ({ type, ...rest }) => ({ ...rest, hardware_type_id: await typeId(of, type), ...more })),
    ),
  };
  return call(pulse, "POST", `hardwares/claim?site_id=${of.site.id}`, { token: of.token, body });
}

const idsOf = ({ content }: { content: unknown }): string[] => (content as { id: string }[]).map(({ id }) => id);
const statusOf = async ({ token }: Organisation, id: string) =>
  (await call(pulse, "GET", `hardwares/${id}`, { token })).content["status"];
const scan = JSON.stringify({ msg: "scan", adverts: [{ mac: "DD:34:00:00:00:01", rssi: -60 }] });
const alive = (mac: string): string => JSON.stringify({ msg: "alive", gmac: hexOf(mac), ver: "1.0" });

test("gateways that connect with their site's account are listed, registered at once, and heard with the same password", async () => {
  const here = await anOrganisation(pulse);
  const client = await connect(await anAccount(here));
  const [kkm, omg, named, room, own] = [aMac(), aMac(), aMac(), aMac(), aMac()];
  const send = async (): Promise<void> => {
    await client.publishAsync(`kbeacon/publish/${hexOf(kkm)}`, alive(kkm), { qos: 1 });
    await client.publishAsync(`home/${hexOf(omg)}/LWT`, "online", { qos: 1 });
    await client.publishAsync("home/Dock 4/SYStoMQTT", JSON.stringify({ mac: named, version: "1.8" }), { qos: 1 });
    await client.publishAsync(`espresense/rooms/${hexOf(room).toLowerCase()}/status`, "online", { qos: 1 });
    await client.publishAsync(`pulse/v1/gateways/${hexOf(own)}/up`, scan, { qos: 1 });
  };
  await send();
  await expect.poll(async () => (await unregistered(here)).length).toBe(5);
  const found = await unregistered(here);
  const expected = {
    [kkm]: ["KKM", null, null],
    [omg]: ["OMG", hexOf(omg), null],
    [named]: ["OMG", "Dock 4", null],
    [room]: ["ESPRESENSE", hexOf(room).toLowerCase(), null],
    [own]: ["GENERIC", null, null],
  };
  const shown = found.map(({ mac, kind, name, hardware_id: through }) => [mac, [kind, name, through]] as const);
  expect(Object.fromEntries(shown)).toEqual(expected);

  const wanted = found.map(({ mac, kind, name }, nth) => ({ mac, type: kind, name: name ?? `Gateway ${nth}` }));
  const place = { floor_id: here.site.floorId, lat: here.site.origin.lat, lon: here.site.origin.lon };
  const claimed = await claim(here, wanted, place);
  expect(claimed.status).toBe(201);
  expect(claimed.content).toMatchObject(wanted.map(({ mac, name }) => ({ mac, name, ...place, status: "never" })));
  expect(JSON.stringify(claimed.content)).not.toMatch(/mqtt_password|"password"/);
  await pulse.settled();
  expect(await unregistered(here)).toEqual([]);
  await send();
  for (const id of idsOf(claimed)) await expect.poll(() => statusOf(here, id)).toBe("online");
});

test("a message under the site's account that is too long is a fault on the page of the gateway whose topic it is", async () => {
  const here = await anOrganisation(pulse);
  const [mac, stranger] = [aMac(), aMac()];
  const [own] = idsOf(await claim(here, [{ mac, name: "Long", type: "KKM" }]));
  await pulse.settled();
  const client = await connect(await anAccount(here));
  for (const each of [mac, stranger])
    await client.publishAsync(`kbeacon/publish/${hexOf(each)}`, " ".repeat(300_000), { qos: 1 });
  const { content } = await call(pulse, "GET", `hardwares/${own}/connection`, { token: here.token });
  expect(content["faults"]).toMatchObject([
    { kind: "too_long", count: 1, about: expect.stringContaining(hexOf(mac)) as string },
  ]);
});

test("a gateway of one site is nobody at another, whoever uses its topic there", async () => {
  const [here, there] = [await anOrganisation(pulse), await anOrganisation(pulse)];
  const mac = aMac();
  const [own] = idsOf(await claim(here, [{ mac, name: "Mine", type: "KKM" }]));
  await pulse.settled();
  const client = await connect(await anAccount(there));
  await client.publishAsync(`kbeacon/publish/${hexOf(mac)}`, alive(mac), { qos: 1 });
  await expect.poll(async () => (await unregistered(there)).map((each) => each.mac)).toEqual([mac]);
  expect(await statusOf(here, own!)).toBe("never");
  expect(await unregistered(here)).toEqual([]);
});

test("commands reach only the gateways of the account's own site, also if they were registered after they subscribed", async () => {
  const [here, there] = [await anOrganisation(pulse), await anOrganisation(pulse)];
  const [mine, theirs] = [aMac(), aMac()];
  const client = await connect(await anAccount(here));
  for (const mac of [mine, theirs]) await client.subscribeAsync(`kbeacon/subadmin/${hexOf(mac)}`);
  await expect(client.subscribeAsync("pulse/v1/#")).rejects.toThrow(/unspecified error/i);
  const topics: string[] = [];
  client.on("message", (topic) => topics.push(topic));
  const [foreign] = idsOf(await claim(there, [{ mac: theirs, name: "Theirs", type: "KKM" }]));
  const [own] = idsOf(await claim(here, [{ mac: mine, name: "Mine", type: "KKM" }]));
  await pulse.settled();
  const other = await connect(await anAccount(there));
  for (const [sender, mac] of [
    [other, theirs],
    [client, mine],
  ] as const)
    await sender.publishAsync(`kbeacon/publish/${hexOf(mac)}`, alive(mac), { qos: 1 });
  for (const [id, of] of [
    [foreign!, there],
    [own!, here],
  ] as const) {
    await expect.poll(() => statusOf(of, id)).toBe("online");
    const asked = await call(pulse, "GET", `hardwares/${id}/device/configuration`, { token: of.token });
    expect(asked.status).toBe(202);
  }
  await expect.poll(() => topics).toEqual([`kbeacon/subadmin/${hexOf(mine)}`]);
});

test("a new password ends the connections with the old one, a revoked account lets nobody in, and the password is shown once", async () => {
  const here = await anOrganisation(pulse);
  const first = await anAccount(here);
  const old = await connect(first);
  const ended = new Promise((resolve) => old.once("close", () => resolve(null)));
  const second = await anAccount(here);
  expect(second.username).toBe(first.username);
  await ended;
  await expect(connect(first)).rejects.toThrow(/bad username or password/i);
  const current = await connect(second);
  const { content } = await call(pulse, "GET", accountPath(here), { token: here.token });
  expect(content).toMatchObject({
    available: true,
    mqtt_username: first.username,
    created_at: expect.any(String) as string,
  });
  expect(JSON.stringify(content)).not.toContain(second.password);

  const revoked = new Promise((resolve) => current.once("close", () => resolve(null)));
  expect((await call(pulse, "DELETE", accountPath(here), { token: here.token })).status).toBe(200);
  await revoked;
  await expect(connect(second)).rejects.toThrow(/bad username or password/i);
  const again = await call(pulse, "DELETE", accountPath(here), { token: here.token });
  expect([again.status, again.content]).toEqual([200, { id: null }]);
  expect((await call(pulse, "GET", accountPath(here), { token: here.token })).content["mqtt_username"]).toBeNull();
});

test("of several gateways none is registered if one cannot be, and the refusal says which", async () => {
  const here = await anOrganisation(pulse);
  const [first, second] = [aMac(), aMac()];
  const answer = await claim(here, [
    { mac: first, name: "One", type: "KKM" },
    { mac: second, name: "One", type: "KKM" },
  ]);
  expect(answer.status).toBe(409);
  expect(answer.content["details"]).toMatchObject([{ path: "gateways[1].name", code: "must_be_unique" }]);
  const { content } = await call(pulse, "GET", `hardwares?site_id=${here.site.id}`, { token: here.token });
  expect(content).toEqual([]);
  const foreignFloor = { floor_id: (await anOrganisation(pulse)).site.floorId };
  const refused = await claim(here, [{ mac: first, name: "One", type: "KKM" }], foreignFloor);
  expect([refused.status, refused.content["details"]]).toMatchObject([400, [{ path: "gateways[0].floor_id" }]]);
});

test("only those who may change gateways make and revoke the account, and only those who may create them register any", async () => {
  const here = await anOrganisation(pulse);
  const viewer = { ...here, token: await aToken(pulse, here.customer, "Viewer") };
  const stranger = { ...here, token: (await anOrganisation(pulse)).token };
  for (const method of ["POST", "DELETE"])
    expect([
      (await call(pulse, method, accountPath(here), { token: viewer.token })).status,
      (await call(pulse, method, accountPath(here), { token: stranger.token })).status,
    ]).toEqual([403, 404]);
  const gateways = [{ name: "One", mac: aMac(), hardware_type_id: await typeId(here, "KKM") }];
  const path = `hardwares/claim?site_id=${here.site.id}`;
  expect((await call(pulse, "POST", path, { token: viewer.token, body: { gateways } })).status).toBe(403);
  expect((await call(pulse, "POST", path, { token: stranger.token, body: { gateways } })).status).toBe(404);
});

test("what is not a gateway's topic is dropped under the account, and its connection stays", async () => {
  const here = await anOrganisation(pulse);
  const client = await connect(await anAccount(here));
  await client.publishAsync("homeassistant/sensor/x/config", "{}", { qos: 1 });
  await client.publishAsync("espresense/rooms/nobody/status", "online", { qos: 1 });
  await client.publishAsync("home/nobody/SYStoMQTT", "{broken", { qos: 1 });
  await client.publishAsync("paretoanywhere/devices/a/2/raddec", "{}", { qos: 1 });
  const last = aMac();
  await client.publishAsync(`kbeacon/publish/${hexOf(last)}`, alive(last), { qos: 1 });
  await expect.poll(async () => (await unregistered(here)).map(({ mac }) => mac)).toEqual([last]);
  expect(client.connected).toBe(true);
});
