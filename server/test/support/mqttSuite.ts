import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { everythingChanged } from "../../src/platform/bus/changed.ts";
import type { NewCustomer } from "../../src/resources/customers/newCustomer.repository.ts";
import { call } from "./api.ts";
import {
  aCustomer,
  aGateway,
  anAsset,
  aSite,
  aToken,
  type TestAsset,
  type TestGateway,
  type TestSite,
} from "./builders.ts";
import { hasMosquitto, mosquittoPub } from "./mosquitto.ts";
import { mqttClients } from "./mqttClients.ts";
import type { TestPulse } from "./testPulse.ts";

/** What devices may rely on, whichever broker they connect to. `start` returns a Pulse that is connected to it. */
export function mqttSuite(start: () => Promise<TestPulse>): void {
  let pulse: TestPulse;
  let customer: NewCustomer;
  let site: TestSite;
  let asset: TestAsset;
  let [first, second]: TestGateway[] = [];
  let token: string;
  const { connect, metric, counted, closing, advert, message, endAll } = mqttClients({
    pulse: () => pulse,
    asset: () => asset,
  });

  /** A gateway with the password that the API has shown, as a person gets it. */
  async function onboarded(at: { x: number; y: number }): Promise<TestGateway> {
    const gateway = await aGateway(pulse, customer, site, at);
    const { content } = await call(pulse, "POST", `hardwares/${gateway.id}/mqtt-credentials`, { token });
    return { ...gateway, password: String(content["mqtt_password"]) };
  }

  beforeAll(async () => {
    pulse = await start();
    customer = await aCustomer(pulse);
    site = await aSite(pulse, customer);
    token = await aToken(pulse, customer, "Administrator", { devTools: true });
    first = await onboarded({ x: 2, y: 2 });
    second = await onboarded({ x: 30, y: 20 });
    asset = await anAsset(pulse, customer, site);
    pulse.bus.publish("changed", everythingChanged);
    await pulse.settled();
  });
  afterEach(endAll);
  afterAll(() => pulse.stop());

  test("wrong credentials let nobody in", async () => {
    for (const wrong of [
      { username: first!.username, password: "wrong" },
      { username: "nobody", password: first!.password },
    ])
      await expect(connect(wrong)).rejects.toThrow(/bad username or password|not authorized/i);
  });

  test("what a gateway publishes under another's topic does not reach that one", async () => {
    const before = await metric("sighting");
    const client = await connect(first!);
    client.publish(`kbeacon/publish/${second!.gmac}`, message(second!, [advert(-50)]), { qos: 1 });
    const again = await connect(first!);
    again.publish(`kbeacon/publish/${first!.gmac}`, message(first!, [advert(-50)]), { qos: 1 });
    await counted("sighting", before);
    const { content } = await call(pulse, "GET", `hardwares/${second!.id}/messages`, { token });
    expect(content).toEqual([]);
  });

  test.runIf(hasMosquitto)("Debian's mosquitto_pub is heard as a gateway", async () => {
    const before = await metric("sighting");
    const { username, password, gmac } = first!;
    const said = { topic: `kbeacon/publish/${gmac}`, text: message(first!, [advert(-55)]) };
    await mosquittoPub(pulse.mqttPort, { ...said, user: [username, password] });
    await counted("sighting", before);
    await expect(mosquittoPub(pulse.mqttPort, { ...said, user: [username, "wrong"] })).rejects.toThrow(
      /not authori[sz]ed|bad user/i,
    );
  });

  test("a gateway that was just created is heard, even before this process was told of it", async () => {
    const before = await metric("sighting");
    const newest = await onboarded({ x: 5, y: 5 });
    const client = await connect(newest);
    await client.publishAsync(`kbeacon/publish/${newest.gmac}`, message(newest, [advert(-50)]), { qos: 1 });
    await counted("sighting", before);
    expect(await metric("sighting")).toBe(before + 1);
  });

  test("a body that claims to be another gateway's is kept as unreadable and not used", async () => {
    const before = await metric("gateway_mismatch");
    const sightings = await metric("sighting");
    const client = await connect(first!);
    await client.publishAsync(`kbeacon/publish/${first!.gmac}`, message(second!, [advert(-50)]), { qos: 1 });
    await counted("gateway_mismatch", before);
    expect(await metric("sighting")).toBe(sightings);
  });

  test("a gateway may listen to its own commands and to nothing else", async () => {
    const client = await connect(first!);
    const own = await client.subscribeAsync(`kbeacon/subaction/${first!.gmac}`);
    expect(own[0]?.qos).toBe(0);
    for (const filter of [
      "#",
      "kbeacon/#",
      `kbeacon/publish/${second!.gmac}`,
      `kbeacon/subaction/${second!.gmac}`,
      "$SYS/#",
    ])
      await expect(client.subscribeAsync(filter)).rejects.toThrow();
  });

  test.each([
    ["malformed JSON", "{nonsense"],
    ["no object", "[1,2]"],
    ["an unknown kind", JSON.stringify({ msg: "dance", gmac: "x" })],
    ["adverts that are no list", JSON.stringify({ msg: "advData", gmac: "x", obj: 7 })],
    ["bytes that are no text", Buffer.from([0xff, 0xfe, 0x00])],
  ])("%s is counted, kept for the developer tools, and the next message is read", async (_name, payload) => {
    const [undecodable, sightings] = [await metric("undecodable"), await metric("sighting")];
    const client = await connect(first!);
    client.publish(`kbeacon/publish/${first!.gmac}`, payload);
    await counted("undecodable", undecodable);
    const { content } = await call(pulse, "GET", `hardwares/${first!.id}/messages`, { token });
    expect(content[0]).toMatchObject({ decoded: false });
    expect(content[0]!["error"]).toBeTypeOf("string");
    client.publish(`kbeacon/publish/${first!.gmac}`, message(first!, [advert(-60)]));
    await counted("sighting", sightings);
  });

  test("an RSSI of 999 costs its own advert alone; an unknown MAC is counted; a clock from 1970 is not believed", async () => {
    const [rejected, unknown, sightings] = [
      await metric("advert_rejected"),
      await metric("unknown_tracker"),
      await metric("sighting"),
    ];
    const client = await connect(first!);
    const from1970 = { ...advert("-61"), time: "1970-01-01 00:00:07" };
    client.publish(
      `kbeacon/publish/${first!.gmac}`,
      message(first!, [advert(999), advert(-70, "DD:33:99:99:99:99"), from1970]),
    );
    await counted("sighting", sightings);
    expect(await metric("sighting")).toBe(sightings + 1);
    expect(await metric("advert_rejected")).toBe(rejected + 1);
    expect(await metric("unknown_tracker")).toBe(unknown + 1);
    const { content } = await call(pulse, "GET", `hardwares/${first!.id}`, { token });
    const [heard] = content["beacons_connected"] as Record<string, unknown>[];
    expect(heard).toMatchObject({ tracker_id: asset.trackerId, rssi: -61 });
    expect(Date.now() - Date.parse(String(heard!["last_heard_at"]))).toBeLessThan(60_000);
  });

  test("an alive message marks a gateway online and gives its firmware", async () => {
    const client = await connect(second!);
    await client.publishAsync(
      `kbeacon/pubaction/${second!.gmac}`,
      JSON.stringify({ msg: "alive", gmac: second!.gmac, ver: "KBGW_V3.5.3" }),
      { qos: 1 },
    );
    await vi.waitFor(async () => {
      await pulse.settled();
      const { content } = await call(pulse, "GET", `hardwares/${second!.id}`, { token });
      expect(content).toMatchObject({ status: "online", firmware: "KBGW_V3.5.3" });
    }, 30_000);
  });

  test("new credentials end the old ones at once, with their open connection", async () => {
    const client = await connect(second!);
    const closed = closing(client);
    const { content, status } = await call(pulse, "POST", `hardwares/${second!.id}/mqtt-credentials`, { token });
    expect(status).toBe(200);
    await closed;
    expect(content).toMatchObject({
      mqtt_username: second!.username,
      mqtt_guid: second!.mqttGuid,
      port: pulse.mqttPort,
      tls_port: null,
    });
    expect(content["publish_topics"]).toContain(`kbeacon/publish/${second!.gmac}`);
    expect(content["subscribe_topics"]).toContain(`kbeacon/subaction/${second!.gmac}`);
    await expect(connect(second!)).rejects.toThrow();
    await connect({ username: second!.username, password: String(content["mqtt_password"]) });
  });

  test("a customer listens to its own places and to nobody else's", async () => {
    const other = await aCustomer(pulse);
    const superadmin = await aToken(pulse, null, null);
    const { content } = await call(pulse, "POST", `customers/${other.id}/mqtt-credentials`, { token: superadmin });
    const stranger = { username: String(content["mqtt_username"]), password: String(content["mqtt_password"]) };
    const mine = await call(pulse, "POST", `customers/${customer.id}/mqtt-credentials`, { token: superadmin });
    const own = await connect({
      username: String(mine.content["mqtt_username"]),
      password: String(mine.content["mqtt_password"]),
    });
    const foreign = await connect(stranger);
    await expect(foreign.subscribeAsync(`pulse/v1/${customer.guid}/#`)).rejects.toThrow();
    const heard = new Set<string>();
    own.on("message", (topic) => heard.add(topic));
    await own.subscribeAsync(`pulse/v1/${customer.guid}/#`);
    const client = await connect(first!);
    await vi.waitFor(
      async () => {
        await client.publishAsync(`kbeacon/publish/${first!.gmac}`, message(first!, [advert(-50)]), { qos: 1 });
        // Events come under the same customer, in no order with the locations: a gateway that goes online is one.
        expect([...heard]).toContain(`pulse/v1/${customer.guid}/${site.guid}/locations`);
      },
      { timeout: 30_000, interval: 200 },
    );
    expect([...heard].filter((topic) => !topic.startsWith(`pulse/v1/${customer.guid}/`))).toEqual([]);
  });

  test("whoever listens later is told at once where everything is, if the customer has chosen it", async () => {
    const theirs = await aCustomer(pulse);
    const hall = await aSite(pulse, theirs);
    const cart = await anAsset(pulse, theirs, hall);
    const [lastSeen, floor] = [new Date("2026-11-20T10:00:00Z"), hall.floorId];
    await pulse.db
      .insertInto("latest_positions")
      .values({ ...aPlace(cart, hall), floor_id: floor, ts: lastSeen, end_ts: lastSeen })
      .execute();
    const superadmin = await aToken(pulse, null, null);
    const choose = (isWanted: boolean) =>
      call(pulse, "PUT", `customers/${theirs.id}`, {
        token: superadmin,
        body: { config: { retain_latest_positions: isWanted } },
      });
    const { content } = await call(pulse, "POST", `customers/${theirs.id}/mqtt-credentials`, { token: superadmin });
    const topic = `pulse/v1/${theirs.guid}/${hall.guid}/locations`;
    const credentials = { username: String(content["mqtt_username"]), password: String(content["mqtt_password"]) };
    /** The retained messages that a new subscriber gets. */
    const subscribed = async (filter: string) => {
      const client = await connect(credentials);
      const retained: Record<string, unknown>[][] = [];
      client.on("message", (at, payload, packet) => {
        if (packet.retain) retained.push(JSON.parse(`[${JSON.stringify(at)},${payload.toString()}]`) as never);
      });
      await client.subscribeAsync(filter);
      await client.subscribeAsync(`pulse/v1/${theirs.guid}/nothing`);
      return retained;
    };
    const before = await subscribed(topic);

    expect((await choose(true)).content["config"]).toMatchObject({ retain_latest_positions: true });
    for (const filter of [topic, `pulse/v1/${theirs.guid}/+/locations`, `pulse/v1/${theirs.guid}/#`])
      await vi.waitFor(async () => {
        const heard = await subscribed(filter);
        await vi.waitFor(() => expect(heard).toHaveLength(1));
        expect(heard[0]).toEqual([
          topic,
          [
            expect.objectContaining({
              tracker_id: cart.trackerId,
              asset_id: cart.id,
              lat: 51.9,
              floor_id: floor,
              last_updated: lastSeen.toISOString(),
            }),
          ],
        ]);
      }, 20_000);
    expect(before).toEqual([]);

    await choose(false);
    await vi.waitFor(async () => expect(await subscribed(topic)).toEqual([]), 20_000);
  });

  test("a deleted gateway is thrown out and does not get in again", async () => {
    const gone = await onboarded({ x: 8, y: 8 });
    const client = await connect(gone);
    const closed = closing(client);
    expect((await call(pulse, "DELETE", `hardwares/${gone.id}`, { token })).status).toBe(200);
    await closed;
    await vi.waitFor(() => expect(connect(gone)).rejects.toThrow(/bad username or password|not authorized/i), 30_000);
  });

  test("a gateway whose MAC is corrected publishes under its new topic", async () => {
    const gateway = await onboarded({ x: 9, y: 9 });
    const mac = "AC:23:3F:00:00:77";
    const closed = closing(await connect(gateway));
    expect((await call(pulse, "PUT", `hardwares/${gateway.id}`, { token, body: { mac } })).status).toBe(200);
    await closed;
    const before = await metric("sighting");
    const client = await connect(gateway);
    const gmac = mac.replaceAll(":", "");
    client.publish(`kbeacon/publish/${gmac}`, message({ ...gateway, gmac }, [advert(-50)]), { qos: 1 });
    await counted("sighting", before);
  });
}

/** Where something was last. */
const aPlace = (asset: TestAsset, site: TestSite) => ({
  tracker_id: asset.trackerId,
  asset_id: asset.id,
  site_id: site.id,
  lat: 51.9,
  lon: 4.4,
  elevation: 1.2,
  accuracy: 1.5,
  accuracy_outer: 3,
  mechanism: "TRILATERATED" as const,
  moving: false,
  nearest_hardware_id: null,
  nearest_dis: null,
  shown: true,
});
