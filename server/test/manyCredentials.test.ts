import type { HardwareType } from "@pulse/contract/hardwareTypes";
import { connectAsync } from "mqtt";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "./support/api.ts";
import { anOrganisation, type Organisation } from "./support/anOrganisation.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// Whoever installs two hundred gateways does not reset two hundred passwords one by one.
let pulse: TestPulse;
let here: Organisation;
let kkm: string;
let serial = 0;

beforeAll(async () => {
  pulse = await testPulse();
  here = await anOrganisation(pulse);
  const { content } = await call(pulse, "GET", "hardwares/types", { token: here.token });
  kkm = (content as unknown as HardwareType[]).find(({ type }) => type === "KKM")!.id;
});
afterAll(() => pulse.stop());

interface Credentials {
  hardware_id: string;
  mqtt_username: string;
  mqtt_password: string;
}

async function aGateway({ site, token }: Organisation) {
  const mac = `AC233F${(0x500000 + ++serial).toString(16).toUpperCase()}`;
  const body = { name: `Gateway ${serial}`, hardware_type_id: kkm, mac, lat: 51.9, lon: 4.4 };
  const { content } = await call(pulse, "POST", `hardwares?site_id=${site.id}`, { token, body });
  return {
    id: String(content["id"]),
    mac: String(content["mac"]),
    name: body.name,
    username: String(content["mqtt_username"]),
    password: String(content["mqtt_password"]),
  };
}

const reset = (ids: readonly string[], { site, token } = here) =>
  call(pulse, "POST", `hardwares/mqtt-credentials?site_id=${site.id}`, { token, body: { hardware_ids: ids } });
const connect = ({ username, password }: { username: string; password: string }) =>
  connectAsync(pulse.mqttUrl, { username, password, reconnectPeriod: 0 });

test("several gateways get new passwords at once, and who is connected with an old one is disconnected", async () => {
  const gateways = [await aGateway(here), await aGateway(here), await aGateway(here)];
  const [first] = gateways;
  const old = await connect(first!);
  old.on("error", () => undefined);
  const ended = new Promise((resolve) => old.once("close", () => resolve(null)));
  const answer = await reset(gateways.map(({ id }) => id));
  expect(answer.status).toBe(200);
  const credentials = answer.content as unknown as Credentials[];
  expect(credentials).toMatchObject(
    gateways.map(({ id, name, mac, username }) => ({
      hardware_id: id,
      name,
      mac,
      hardware_type: "KKM",
      mqtt_username: username,
    })),
  );
  await ended;
  for (const { mqtt_username: username, mqtt_password: password } of credentials)
    await (await connect({ username, password })).endAsync(true);
  await expect(connect(first!)).rejects.toThrow(/bad username or password/i);
  const { content: log } = await call(pulse, "GET", `audit?customer_id=${here.customer.id}&limit=3`, {
    token: here.token,
  });
  expect((log as unknown as { action: string }[]).map(({ action }) => action)).toEqual(
    gateways.map(() => "credentials_reset"),
  );
});

test("an id that is no gateway of the site is named, and no password changes", async () => {
  const [own, foreign] = [await aGateway(here), await aGateway(await anOrganisation(pulse))];
  const refused = await reset([own.id, foreign.id]);
  expect([refused.status, refused.content["code"]]).toEqual([400, "invalid_parameter"]);
  expect(refused.content["details"]).toMatchObject([{ path: "hardware_ids[1]", code: "not_found" }]);
  for (const account of [own, foreign]) await (await connect(account)).endAsync(true);
  expect((await reset([])).status).toBe(400);
  expect((await reset(Array.from({ length: 501 }, () => own.id))).status).toBe(400);
});
