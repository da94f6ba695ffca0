import { createCipheriv } from "node:crypto";
import type { HardwareType } from "@pulse/contract/hardwareTypes";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import { call } from "./support/api.ts";
import { anOrganisation, type Organisation } from "./support/anOrganisation.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// A tracker is recognised by what its adverts say, not only by its address.
let pulse: TestPulse;
let generic: string;
let here: Organisation;
let gateway: { id: string; account: string };
let serial = 0;

const uuid = "FDA50693-A4E2-4FB1-AFCF-C6EB07647825";
const irk = "112233445566778899AABBCCDDEEFF00";
/** The data of an advert that is an iBeacon, or an Eddystone UID. */
const ibeacon = (major: string, minor: string) => `1AFF4C000215${uuid.replaceAll("-", "")}${major}${minor}C5`;
const uidFrame = (uid: string) => `1516AAFE00E8${uid}`;
/** A private address that this key has made, from any upper half. */
function privateAddress(key: string, upper: string): string {
  const cipher = createCipheriv("aes-128-ecb", Buffer.from(key, "hex"), null).setAutoPadding(false);
  const hash = cipher
    .update(Buffer.from("00".repeat(13) + upper, "hex"))
    .subarray(13)
    .toString("hex");
  return (upper + hash).toUpperCase().replaceAll(/(..)(?=.)/g, "$1:");
}

beforeAll(async () => {
  pulse = await testPulse();
  const { token } = await anOrganisation(pulse);
  const { content } = await call(pulse, "GET", "hardwares/types", { token });
  generic = (content as unknown as HardwareType[]).find(({ type }) => type === "GENERIC")!.id;
});
beforeEach(async () => {
  here = await anOrganisation(pulse);
  gateway = await aGateway(here);
});
afterAll(() => pulse.stop());

async function aGateway({ site, token }: Organisation) {
  const mac = `24:6F:28:02:${String(++serial).padStart(2, "0")}:01`;
  const body = { name: `Gateway ${serial}`, mac, hardware_type_id: generic, lat: 51.9, lon: 4.4 };
  const { content } = await call(pulse, "POST", `hardwares?site_id=${site.id}`, { token, body });
  const account = Buffer.from(`${String(content["mqtt_username"])}:${String(content["mqtt_password"])}`);
  return { id: String(content["id"]), account: account.toString("base64") };
}

const create = (body: object, { site, token }: Organisation = here) =>
  call(pulse, "POST", `trackers?site_id=${site.id}`, { token, body: { type: "KKM", ...body } });
const change = (id: unknown, body: object) => call(pulse, "PUT", `trackers/${String(id)}`, { token: here.token, body });

/** The trackers that a gateway hears once it has sent these adverts, with their RSSI. */
async function sightingsAfter(
  adverts: object[],
  of = gateway,
  { token }: Organisation = here,
): Promise<[string, number][]> {
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
  const posted = await fetch(`${pulse.url}/api/v3/ingest/scans`, {
    method: "POST",
    headers: { authorization: `Basic ${of.account}`, "content-type": "application/json" },
    body: JSON.stringify({ msg: "scan", adverts }),
  });
  expect(posted.status).toBe(202);
  await pulse.settled();
  const { content } = await call(pulse, "GET", `hardwares/${of.id}`, { token });
  return (content["beacons_connected"] as { name: string; rssi: number }[]).map(({ name, rssi }) => [name, rssi]);
}

test("a tracker is recognised by its iBeacon, its Eddystone UID and its key, whatever its address", async () => {
  const identities = [
    { kind: "ibeacon", value: `${uuid.toLowerCase().replaceAll("-", "")}:10:7` },
    { kind: "eddystone_uid", value: "0102030405060708090A 0B0C0D0E0F10" },
    { kind: "irk", value: irk.toLowerCase() },
  ];
  const { status, content } = await create({ name: "Phone", identities });
  expect([status, content["mac"]]).toEqual([201, null]);
  expect(content["identities"]).toEqual([
    { kind: "ibeacon", value: `${uuid}:10:7` },
    { kind: "eddystone_uid", value: "0102030405060708090A0B0C0D0E0F10" },
    { kind: "irk", value: "…FF00" },
  ]);
  expect(JSON.stringify(content).toUpperCase()).not.toContain(irk);
  expect(await sightingsAfter([{ mac: "5A:00:00:00:00:01", rssi: -61, data: ibeacon("000A", "0007") }])).toEqual([
    ["Phone", -61],
  ]);
  expect(
    await sightingsAfter([{ mac: "5A:00:00:00:00:02", rssi: -62, data: uidFrame("0102030405060708090A0B0C0D0E0F10") }]),
  ).toEqual([["Phone", -62]]);
  expect(await sightingsAfter([{ mac: privateAddress(irk, "5ab0c1"), rssi: -63 }])).toEqual([["Phone", -63]]);
  expect(await sightingsAfter([{ mac: privateAddress(irk, "7fffff"), rssi: -64 }])).toEqual([["Phone", -64]]);
  // Another address, another minor, and a public address that the key's hash would fit.
  const others = [
    { mac: "5A:00:00:00:00:03", rssi: -40 },
    { mac: "5A:00:00:00:00:04", rssi: -40, data: ibeacon("000A", "0008") },
    { mac: privateAddress(irk, "c0ffee"), rssi: -40 },
  ];
  expect(await sightingsAfter(others)).toEqual([["Phone", -64]]);
});

test("a tracker may have several identities, and its first MAC is its MAC", async () => {
  const identities = [
    { kind: "ibeacon", value: `${uuid}:1:2` },
    { kind: "mac", value: "f47a6b000301" },
    { kind: "mac", value: "F4-7A-6B-00-03-02" },
  ];
  const { content } = await create({ name: "Double", identities });
  expect(content["mac"]).toBe("F4:7A:6B:00:03:01");
  expect(content["identities"]).toEqual([
    { kind: "mac", value: "F4:7A:6B:00:03:01" },
    { kind: "ibeacon", value: `${uuid}:1:2` },
    { kind: "mac", value: "F4:7A:6B:00:03:02" },
  ]);
  expect(await sightingsAfter([{ mac: "F4:7A:6B:00:03:02", rssi: -71 }])).toEqual([["Double", -71]]);
  const renamed = await change(content["id"], { version: content["version"], name: "Still double" });
  expect(renamed.content["identities"]).toEqual(content["identities"]);
  const plain = await change(content["id"], {
    version: renamed.content["version"],
    identities: identities.slice(0, 1),
  });
  expect([plain.status, plain.content["mac"]]).toEqual([200, null]);
});

test("a body with a MAC alone means that one identity, and its answers say so", async () => {
  const { status, content } = await create({ name: "Tag", mac: "F4:7A:6B:00:04:01" });
  expect([status, content["identities"]]).toEqual([201, [{ kind: "mac", value: "F4:7A:6B:00:04:01" }]]);
});

test("a key is kept when its mask is sent back, and replaced by another key", async () => {
  const { content } = await create({ name: "Watch", identities: [{ kind: "irk", value: irk }] });
  const masked = content["identities"] as object[];
  const kept = await change(content["id"], {
    version: content["version"],
    identities: [...masked, { kind: "ibeacon", value: `${uuid}:3:3` }],
  });
  expect(kept.status).toBe(200);
  expect(await sightingsAfter([{ mac: privateAddress(irk, "412233"), rssi: -65 }])).toEqual([["Watch", -65]]);
  const wrong = await change(content["id"], {
    version: kept.content["version"],
    identities: [{ kind: "irk", value: "…0000" }],
  });
  expect(wrong.status).toBe(400);
});

test.each([
  [
    { kind: "ibeacon", value: `${uuid}:1` },
    "must be an iBeacon as UUID:major:minor, with major and minor from 0 to 65535",
  ],
  [
    { kind: "ibeacon", value: `${uuid}:70000:1` },
    "must be an iBeacon as UUID:major:minor, with major and minor from 0 to 65535",
  ],
  [
    { kind: "eddystone_uid", value: "0102" },
    "must be an Eddystone UID of 32 hex digits, namespace and instance together",
  ],
  [{ kind: "irk", value: "0".repeat(32) }, "must be an identity resolving key of 32 hex digits that are not all alike"],
  [{ kind: "irk", value: "secret" }, "must be an identity resolving key of 32 hex digits that are not all alike"],
  [{ kind: "mac", value: "F4:7A" }, "must be a MAC address of 12 hex digits"],
])("the identity %j is refused: %s", async (identity, message) => {
  const { status, content } = await create({ name: "Wrong", identities: [identity] });
  expect(status).toBe(400);
  expect(content["details"]).toMatchObject([{ path: "identities[0].value", message }]);
});

test("a tracker has one to eight identities, each only once", async () => {
  const many = Array.from({ length: 9 }, (_, nth) => ({ kind: "ibeacon", value: `${uuid}:9:${nth}` }));
  expect((await create({ name: "Nine", identities: many })).status).toBe(400);
  const flood = Array.from({ length: 10_000 }, (_, nth) => ({ kind: "ibeacon", value: `${uuid}:9:${nth}` }));
  const refused = await create({ name: "Flood", identities: flood });
  expect([refused.status, refused.content["details"]]).toMatchObject([400, [{ path: "identities" }]]);
  expect((await create({ name: "Eight", identities: many.slice(1) })).status).toBe(201);
  expect((await create({ name: "None", identities: [] })).status).toBe(400);
  const nothing = await create({ name: "Nothing" });
  expect([nothing.status, nothing.content]).toMatchObject([
    400,
    { code: "field_required", message: "Field required", details: [{ path: "mac", code: "field_required" }] },
  ]);
  expect((await create({ name: "Twice", identities: [many[0]!, many[0]!] })).status).toBe(400);
});

test("an identity is one tracker's of a customer, while another customer may have the same", async () => {
  const shared = { identities: [{ kind: "ibeacon", value: `${uuid}:20:1` }] };
  expect((await create({ name: "Ours", ...shared })).status).toBe(201);
  expect((await create({ name: "Again", ...shared })).status).toBe(409);
  const first = await create({ name: "By MAC", mac: "F4:7A:6B:00:05:01" });
  const second = await create({
    name: "Second",
    identities: [
      { kind: "mac", value: "F4:7A:6B:00:05:02" },
      { kind: "mac", value: "F4:7A:6B:00:05:03" },
    ],
  });
  expect((await create({ name: "Third", mac: "F4:7A:6B:00:05:03" })).status).toBe(409);
  expect(
    (await change(first.content["id"], { version: first.content["version"], identities: second.content["identities"] }))
      .status,
  ).toBe(409);

  const there = await anOrganisation(pulse);
  const theirs = await aGateway(there);
  expect((await create({ name: "Theirs", ...shared }, there)).status).toBe(201);
  const advert = { mac: "5A:00:00:00:01:01", data: ibeacon("0014", "0001") };
  expect(await sightingsAfter([{ ...advert, rssi: -51 }])).toEqual([["Ours", -51]]);
  expect(await sightingsAfter([{ ...advert, rssi: -52 }], theirs, there)).toEqual([["Theirs", -52]]);
});

test("a deleted tracker's identities are free, and an archived one's are not heard", async () => {
  const identities = [{ kind: "ibeacon", value: `${uuid}:30:1` }];
  const { content } = await create({ name: "Old", identities });
  await call(pulse, "PUT", `trackers/${String(content["id"])}/archive`, { token: here.token });
  expect(await sightingsAfter([{ mac: "5A:00:00:00:02:01", rssi: -50, data: ibeacon("001E", "0001") }])).toEqual([]);
  await call(pulse, "DELETE", `trackers/${String(content["id"])}`, { token: here.token });
  expect((await create({ name: "New", identities })).status).toBe(201);
});

test("beacons that nobody has onboarded are listed with what their adverts say they are", async () => {
  await sightingsAfter([{ mac: "5A:00:00:00:03:01", rssi: -50, data: ibeacon("0028", "0001") }]);
  const listed = async () => {
    await pulse.settled();
    return (await call(pulse, "GET", `trackers/heard?site_id=${here.site.id}`, { token: here.token })).content;
  };
  const identities = [
    { kind: "mac", value: "5A:00:00:00:03:01" },
    { kind: "ibeacon", value: `${uuid}:40:1` },
  ];
  await expect.poll(listed).toMatchObject([{ mac: "5A:00:00:00:03:01", identities }]);
  expect((await create({ name: "Onboarded", identities: identities.slice(1) })).status).toBe(201);
  expect(await listed()).toEqual([]);
});

const upper = (nth: number): string => `40${nth.toString(16).padStart(4, "0")}`;
const detailOf = async (id: unknown) =>
  (await call(pulse, "GET", `trackers/${String(id)}`, { token: here.token })).content;

test("a key that matches half the street locates nothing more, says so on its tracker, and works again once it is corrected", async () => {
  const shared = "0F0E0D0C0B0A09080706050403020100";
  const { content } = await create({ name: "Street", identities: [{ kind: "irk", value: shared }] });
  const own = await create({ name: "Own", identities: [{ kind: "irk", value: irk }] });
  const sighted: string[] = [];
  const stop = pulse.bus.subscribe("sightings", ({ sightings }) => {
    for (const { trackerId } of sightings) sighted.push(trackerId);
  });
  const street = Array.from({ length: 40 }, (_, nth) => ({ mac: privateAddress(shared, upper(nth)), rssi: -60 - nth }));
  await sightingsAfter([...street, { mac: privateAddress(irk, "7abcde"), rssi: -50 }]);
  // What came before there were too many could not be known to be others'.
  expect(sighted.filter((id) => id === content["id"])).toHaveLength(8);
  await sightingsAfter([street[0]!]);
  stop();
  expect(sighted.filter((id) => id === content["id"])).toHaveLength(8);
  expect(sighted.filter((id) => id === own.content["id"])).toHaveLength(1);
  const excess = { kind: "irk", addresses: 40, last_at: expect.any(String) as string };
  expect((await detailOf(content["id"]))["shared_identity"]).toEqual(excess);
  expect((await detailOf(own.content["id"]))["shared_identity"]).toBeNull();
  const listed = await call(pulse, "GET", `trackers?site_id=${here.site.id}`, { token: here.token });
  expect(listed.content).toMatchObject([
    { name: "Own", shared_identity: null },
    { name: "Street", shared_identity: excess },
  ]);
  const elsewhere = await anOrganisation(pulse);
  const theirs = await call(pulse, "GET", `trackers?site_id=${elsewhere.site.id}`, { token: elsewhere.token });
  expect(theirs.content).toEqual([]);

  const corrected = "00112233445566778899AABBCCDDEE01";
  await change(content["id"], { identities: [{ kind: "irk", value: corrected }], version: content["version"] });
  expect(await sightingsAfter([{ mac: privateAddress(corrected, "412345"), rssi: -41 }])).toContainEqual([
    "Street",
    -41,
  ]);
  expect((await detailOf(content["id"]))["shared_identity"]).toBeNull();
});

test("an iBeacon that many tags send is said to be theirs, and a registered address with it is never in doubt", async () => {
  const mac = "24:6F:28:0A:00:01";
  const identities = [
    { kind: "mac", value: mac },
    { kind: "ibeacon", value: `${uuid}:1:1` },
  ];
  const { content } = await create({ name: "Default", identities });
  const tags = Array.from({ length: 9 }, (_, nth) => `24:6F:28:0B:00:0${nth}`);
  await sightingsAfter(tags.map((each) => ({ mac: each, rssi: -70, data: ibeacon("0001", "0001") })));
  expect((await detailOf(content["id"]))["shared_identity"]).toMatchObject({ kind: "ibeacon", addresses: 9 });
  const data = ibeacon("0001", "0001");
  expect(await sightingsAfter([{ mac: tags[0], rssi: -31, data }])).not.toContainEqual(["Default", -31]);
  expect(await sightingsAfter([{ mac, rssi: -42, data }])).toContainEqual(["Default", -42]);
});
