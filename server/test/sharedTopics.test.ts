import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { Aedes } from "aedes";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { type Answer, call } from "./support/api.ts";
import { aCustomer, aSite, aToken, type TestSite } from "./support/builders.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

interface Tenant {
  customer: NewCustomer;
  site: TestSite;
  token: string;
}

let pulse: TestPulse;
let one: Tenant;
let other: Tenant;
let serial = 0;

async function aTenant(): Promise<Tenant> {
  const customer = await aCustomer(pulse);
  return { customer, site: await aSite(pulse, customer), token: await aToken(pulse, customer, "Administrator") };
}
const typeId = async (type: string): Promise<string> => {
  const row = await pulse.db
    .selectFrom("hardware_types")
    .select("id")
    .where("type", "=", type as "OMG")
    .executeTakeFirst();
  return row!.id;
};
const aMac = (): string =>
  `AA:BB:CC:DD:${(serial >> 8).toString(16).padStart(2, "0")}:${(serial++ & 255).toString(16).padStart(2, "0")}`.toUpperCase();
const add = async ({ site, token }: Tenant, type: string, name: string, mac = aMac()): Promise<Answer> =>
  call(pulse, "POST", `hardwares?site_id=${site.id}`, {
    token,
    body: { name, mac, hardware_type_id: await typeId(type), lat: 0, lon: 0 },
  });

describe("at a broker that others run", () => {
  let aedes: Aedes;
  let server: Server;
  beforeAll(async () => {
    aedes = await Aedes.createBroker();
    server = createServer((socket) => void aedes.handle(socket)).listen(0, "127.0.0.1");
    await once(server, "listening");
    pulse = await testPulse({ PULSE_MQTT_URL: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}` });
  });
  afterAll(async () => {
    await pulse.stop();
    await new Promise<void>((resolve) => aedes.close(() => resolve()));
    server.close();
  });
  beforeEach(async () => {
    one = await aTenant();
    other = await aTenant();
  });

  test.each([
    ["OMG", "Dock", "Dock"],
    ["ESPRESENSE", "Cold store", "cold_store"],
  ])(
    "a %s gateway named like another customer's (%s, %s) is refused, since its topics would be the same",
    async (type, name, alike) => {
      expect((await add(one, type, name)).status).toBe(201);
      const refused = await add(other, type, alike);
      expect([refused.status, refused.content["code"]]).toEqual([409, "already_exists"]);
      expect(refused.content["details"]).toMatchObject([{ path: "name", code: "must_be_unique" }]);
      expect(refused.content["message"]).toMatch(/^Another gateway of this broker sends to \S/);
      expect((await add(other, type, `${alike} B`)).status).toBe(201);
    },
  );

  test("a gateway cannot be renamed to another customer's name either, and can be saved under its own", async () => {
    await add(one, "OMG", "Gate");
    const { content } = await add(other, "OMG", "Gate B");
    const change = (body: object): Promise<Answer> =>
      call(pulse, "PUT", `hardwares/${String(content["id"])}`, { token: other.token, body });
    expect((await change({ name: "Gate" })).status).toBe(409);
    expect((await change({ name: "Gate B", lat: 1 })).status).toBe(200);
  });

  test("a gateway that has shared a topic since before can be moved, and renamed to one of its own", async () => {
    await add(one, "OMG", "Pair");
    const { content } = await add(other, "OMG", "Pair B");
    const id = String(content["id"]);
    await pulse.db.updateTable("hardwares").set({ name: "Pair" }).where("id", "=", id).execute();
    const change = async (body: object): Promise<number> =>
      (await call(pulse, "PUT", `hardwares/${id}`, { token: other.token, body })).status;
    expect([await change({ lat: 1 }), await change({ name: "Pair C" }), await change({ name: "Pair" })]).toEqual([
      200, 200, 409,
    ]);
  });

  test("a gateway whose topics have its MAC in them is refused by its MAC", async () => {
    const mac = aMac();
    expect((await add(one, "KKM", "A", mac)).status).toBe(201);
    const refused = await add(other, "KKM", "B", mac);
    expect(refused.content["details"]).toMatchObject([{ path: "mac", code: "must_be_unique" }]);
  });

  test("a file of gateways names the rows whose topics are taken, by other customers or in the file itself", async () => {
    await add(one, "ESPRESENSE", "Hall 1");
    const file = [
      "name,hardware_type,mac",
      `hall_1,ESPRESENSE,${aMac()}`,
      `Yard 1,ESPRESENSE,${aMac()}`,
      `yard_1,ESPRESENSE,${aMac()}`,
    ];
    const body = new FormData();
    body.append("file", new Blob([file.join("\n")]), "gateways.csv");
    const answer = await call(pulse, "POST", `hardwares/import?site_id=${other.site.id}`, { token: other.token, body });
    expect([answer.status, answer.content["code"]]).toEqual([400, "import_refused"]);
    expect(answer.content["details"]).toMatchObject([
      { row: 1, column: "name", code: "must_be_unique" },
      { row: 3, column: "name", code: "must_be_unique" },
    ]);
  });
});

test("our own broker knows who has sent a message, so gateways of two customers may be named alike", async () => {
  pulse = await testPulse();
  for (const tenant of [await aTenant(), await aTenant()]) expect((await add(tenant, "OMG", "Dock")).status).toBe(201);
  await pulse.stop();
});
