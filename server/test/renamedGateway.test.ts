import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { Aedes } from "aedes";
import type { HardwareType } from "@pulse/contract/hardwareTypes";
import { connectAsync, type MqttClient } from "mqtt";
import { afterEach, describe, expect, test } from "vitest";
import { call } from "./support/api.ts";
import { anOrganisation, type Organisation } from "./support/anOrganisation.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// OpenMQTTGateway and ESPresense put the gateway's name into their topics, and whoever renames one in Pulse has to change
// its own settings as well.
let pulse: TestPulse;
const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function start(settings: Record<string, string> = {}): Promise<void> {
  pulse = await testPulse(settings);
  closing.push(pulse.stop);
}

const types = async ({ token }: Organisation): Promise<HardwareType[]> =>
  (await call(pulse, "GET", "hardwares/types", { token })).content as unknown as HardwareType[];

async function aGateway(of: Organisation, type: string, name: string, mac = "AC:23:3F:00:00:07") {
  const hardware_type_id = (await types(of)).find((each) => each.type === type)!.id;
  const body = { name, mac, hardware_type_id, lat: 51.9, lon: 4.4 };
  const { content } = await call(pulse, "POST", `hardwares?site_id=${of.site.id}`, { token: of.token, body });
  const path = `hardwares/${String(content["id"])}`;
  return {
    account: { username: String(content["mqtt_username"]), password: String(content["mqtt_password"]) },
    rename: async (to: string) => {
      expect((await call(pulse, "PUT", path, { token: of.token, body: { name: to } })).status).toBe(200);
      await pulse.settled();
    },
    connection: async () => (await call(pulse, "GET", `${path}/connection`, { token: of.token })).content,
    status: async () => (await call(pulse, "GET", path, { token: of.token })).content["status"],
    forgetFormerNames: async () => {
      const names = JSON.stringify([{ name, until: "2020-01-01T00:00:00.000Z" }]);
      await pulse.db
        .updateTable("hardwares")
        .set({ former_names: names })
        .where("id", "=", String(content["id"]))
        .execute();
    },
  };
}

async function connect(account: { username: string; password: string }, url = pulse.mqttUrl): Promise<MqttClient> {
  const client = await connectAsync(url, { ...account, reconnectPeriod: 0 });
  client.on("error", () => undefined);
  closing.push(() => client.endAsync(true));
  return client;
}

const namesOf = (connection: Record<string, unknown>): string[] =>
  (connection["former_names"] as { name: string }[]).map(({ name }) => name);

test("a renamed ESPresense gateway is still heard on its old topics, and its settings show the new ones", async () => {
  await start();
  const here = await anOrganisation(pulse);
  const gateway = await aGateway(here, "ESPRESENSE", "Cold store");
  await gateway.rename("Dock");
  const connection = await gateway.connection();
  expect(connection["publish_topics"]).toContain("espresense/rooms/dock/status");
  expect(connection["publish_topics"]).not.toContain("espresense/rooms/cold_store/status");
  expect(namesOf(connection)).toEqual(["Cold store"]);
  const client = await connect(gateway.account);
  await client.publishAsync("espresense/rooms/cold_store/status", "online", { qos: 1 });
  await expect.poll(gateway.status).toBe("online");
  expect((await gateway.connection())["ignored_topics"]).toEqual([]);
});

test("a day later messages to the old topics are only counted", async () => {
  await start();
  const gateway = await aGateway(await anOrganisation(pulse), "OMG", "Dock");
  await gateway.rename("Gate");
  await gateway.forgetFormerNames();
  const client = await connect(gateway.account);
  await client.publishAsync("home/Dock/LWT", "online", { qos: 1 });
  expect(await gateway.connection()).toMatchObject({ ignored_topics: [{ topic: "home/Dock/LWT" }], former_names: [] });
});

test("the names of the last day are known until they are used again", async () => {
  await start();
  const gateway = await aGateway(await anOrganisation(pulse), "OMG", "A");
  for (const name of ["B", "C", "A"]) await gateway.rename(name);
  expect(namesOf(await gateway.connection())).toEqual(["B", "C"]);
  for (const name of ["D", "E", "F", "G", "H"]) await gateway.rename(name);
  expect(namesOf(await gateway.connection())).toHaveLength(5);
});

test("a new name changes the topics of the makes that put it there, and of no others", async () => {
  await start();
  const here = await anOrganisation(pulse);
  const named = (await types(here)).filter((type) => (type as unknown as Record<string, unknown>)["topics_from_name"]);
  expect(named.map(({ type }) => type).toSorted()).toEqual(["ESPRESENSE", "OMG"]);
  const gateway = await aGateway(here, "KKM", "Old");
  await gateway.rename("New");
  expect(namesOf(await gateway.connection())).toEqual([]);
});

describe("at a broker that others run", () => {
  let url: string;
  const startWithBroker = async (): Promise<void> => {
    const aedes = await Aedes.createBroker();
    const server: Server = createServer((socket) => void aedes.handle(socket)).listen(0, "127.0.0.1");
    await once(server, "listening");
    url = `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`;
    closing.push(async () => {
      await new Promise<void>((resolve) => aedes.close(() => resolve()));
      server.close();
    });
    await start({ PULSE_MQTT_URL: url });
  };

  test("the old topic is the renamed gateway's until another gets the name, to whom it then belongs", async () => {
    await startWithBroker();
    const renamed = await aGateway(await anOrganisation(pulse), "OMG", "Dock");
    await renamed.rename("Gate");
    const client = await connect({ username: "", password: "" }, url);
    await client.publishAsync("home/Dock/LWT", "online", { qos: 1 });
    await expect.poll(renamed.status).toBe("online");

    const other = await aGateway(await anOrganisation(pulse), "OMG", "Dock", "AC:23:3F:00:00:08");
    await pulse.settled();
    await client.publishAsync("home/Dock/LWT", "online", { qos: 1 });
    await expect.poll(other.status).toBe("online");
  });
});
