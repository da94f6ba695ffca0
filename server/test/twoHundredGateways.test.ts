import { connectAsync } from "mqtt";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "./support/api.ts";
import { anOrganisation, type Organisation } from "./support/anOrganisation.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// What whoever installs two hundred gateways does: one file, one password, and all of them are online.
let pulse: TestPulse;
let here: Organisation;

beforeAll(async () => {
  pulse = await testPulse();
  here = await anOrganisation(pulse);
});
afterAll(() => pulse.stop());

const gatewayCount = 200;
/** So many connect at the same time. */
const atOnce = 10;
const types = ["KKM", "RUUVI", "MINEW", "GENERIC"] as const;
const numbers = Array.from({ length: gatewayCount }, (_, nth) => nth);

const macOf = (nth: number): string => `AC:23:3F:71:00:${nth.toString(16).padStart(2, "0").toUpperCase()}`;
const typeOf = (nth: number): (typeof types)[number] => types[nth % types.length]!;

/** A message of a gateway that has just started, as its maker's firmware sends it, under the site's account. */
function firstMessage(nth: number): [topic: string, payload: string] {
  const hex = macOf(nth).replaceAll(":", "");
  const ruuvi = { gw_mac: macOf(nth), rssi: -61, aoa: [], gwts: "0", ts: "0", data: "02010603FFFFFF", coords: "" };
  const messages: Record<(typeof types)[number], [string, string]> = {
    KKM: [`kbeacon/publish/${hex}`, JSON.stringify({ msg: "alive", gmac: hex, ver: "KBGW_V3.5.3" })],
    RUUVI: [`ruuvi/${macOf(nth)}/DD:34:00:00:00:01`, JSON.stringify(ruuvi)],
    MINEW: [`/gw/${hex.toLowerCase()}/status`, JSON.stringify([{ type: "Gateway", mac: hex }])],
    GENERIC: [`pulse/v1/gateways/${hex}/up`, JSON.stringify({ msg: "scan", adverts: [] })],
  };
  return messages[typeOf(nth)];
}

async function importFile(text: string) {
  const form = new FormData();
  form.set("file", new Blob([text], { type: "text/csv" }), "gateways.csv");
  const response = await fetch(`${pulse.url}/api/v3/hardwares/import?site_id=${here.site.id}`, {
    method: "POST",
    headers: { authorization: `Bearer ${here.token}` },
    body: form,
  });
  return { status: response.status, text: await response.text() };
}

/** How many gateways of the site are in this state. */
async function countOf(status: string): Promise<number> {
  const path = `hardwares?site_id=${here.site.id}&status=${status}&limit=1`;
  const answer = await call(pulse, "GET", path, { token: here.token });
  expect(answer.status).toBe(200);
  return answer.metadata["total_count"] as number;
}

test("two hundred gateways from one CSV file are online with one password for their site", async () => {
  const rows = numbers.map((nth) => `Gateway ${nth + 1},${typeOf(nth)},${macOf(nth)}`);
  const imported = await importFile(["name,hardware_type,mac", ...rows].join("\n"));
  expect([imported.status, imported.text]).toEqual([201, expect.any(String)]);
  await pulse.settled();
  expect(await countOf("never")).toBe(gatewayCount);

  const made = await call(pulse, "POST", `hardwares/site-credentials?site_id=${here.site.id}`, { token: here.token });
  expect(made.status).toBe(200);
  const account = { username: String(made.content["mqtt_username"]), password: String(made.content["mqtt_password"]) };
  const clients = [];
  for (let first = 0; first < gatewayCount; first += atOnce) {
    const connected = numbers.slice(first, first + atOnce).map(async (nth) => {
      const client = await connectAsync(pulse.mqttUrl, { ...account, reconnectPeriod: 0 });
      const [topic, payload] = firstMessage(nth);
      await client.publishAsync(topic, payload, { qos: 1 });
      return client;
    });
    clients.push(...(await Promise.all(connected)));
  }
  await expect.poll(() => countOf("online")).toBe(gatewayCount);
  expect(clients.filter(({ connected }) => connected)).toHaveLength(gatewayCount);
  await Promise.all(clients.map((client) => client.endAsync(true)));
});
