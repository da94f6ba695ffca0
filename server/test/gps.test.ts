import { connectAsync } from "mqtt";
import { describe, expect, test } from "vitest";
import { hashSecret } from "../src/platform/devices/secrets.ts";
import { call } from "./support/api.ts";
import { aGateway, type TestGateway } from "./support/builders.ts";
import { apart, gpsDevices, until } from "./support/gpsDevices.ts";

// Trackers that know where they are, over real MQTT.
const {
  clock,
  here,
  changed,
  aMobileGateway,
  latLon,
  spotOf,
  clientOf,
  says,
  heard,
  tells,
  fixesAfter,
  saidMs,
  metric,
  history,
  listen,
} = gpsDevices();

describe("a tracker with its own GPS receiver", () => {
  const outdoors = { x: 140, y: 10 };

  test("a GPS tracker is shown where it reports to be, also outdoors: live, over MQTT and in its history", async () => {
    await changed();
    const live = await listen();
    const { mqtt_username, customer_guid } = await here.pulse.db
      .updateTable("sites")
      .from("customers as c")
      .set({ mqtt_secret_hash: hashSecret("site") })
      .where("sites.id", "=", here.site.id)
      .whereRef("c.id", "=", "sites.customer_id")
      .returning(["sites.mqtt_username", "c.guid as customer_guid"])
      .executeTakeFirstOrThrow();
    const listener = await clientOf(mqtt_username, "site");
    await listener.subscribeAsync(`pulse/v1/${customer_guid}/${here.site.guid}/#`);
    const overMqtt = new Promise<Record<string, unknown>>((resolve) => {
      listener.on("message", (topic, payload) => {
        // Events come under the site as well.
        if (!topic.endsWith("/locations")) return;
        const items = JSON.parse(payload.toString()) as Record<string, unknown>[];
        const own = items.find((item) => item["tracker_id"] === here.asset.trackerId);
        if (own) resolve(own);
      });
    });
    const gps = { ...latLon(outdoors), accuracy: 4, elevation: 2.5 };
    await fixesAfter(() => tells(here.asset, { at: "2026-11-20T13:05:00.000Z", gps, battery_level: 64 }));
    const said = {
      tracker_id: here.asset.trackerId,
      floor_id: here.site.floorId,
      accuracy: 4,
      elevation: 2.5,
      battery_level: 64,
      nearest_hardware: null,
      signal_strength: null,
      last_updated: new Date(saidMs()).toISOString(),
    };
    for (const update of [await live.update, await overMqtt]) {
      expect(update).toMatchObject(said);
      expect(apart(spotOf(update as unknown as { lat: number; lon: number }), outdoors)).toBeLessThan(0.1);
    }
    const { content } = await until(
      () => history(here.asset),
      (answer) => answer.content.length > 0,
    );
    expect(content[0]).toMatchObject({ mechanism: "GPS", elevation: 2.5, accuracy: 4, nearest_hardware: null });
    const why = await call(here.pulse, "GET", `trackers/${here.asset.trackerId}/explain`, { token: here.token });
    expect(why.content).toMatchObject({ mechanism: "GPS", decisions: [{ step: "gps" }] });
    const { battery_level, signal_strength, last_heard_at } = (await until(
      () =>
        here.pulse.db
          .selectFrom("tracker_status")
          .selectAll()
          .where("tracker_id", "=", here.asset.trackerId)
          .executeTakeFirst(),
      (row) => row !== undefined,
    ))!;
    expect([battery_level, signal_strength, last_heard_at.getTime()]).toEqual([64, null, saidMs()]);
  });

  test("a GPS tracker is placed at 1.2 m on its floor if it measures no elevation", async () => {
    await changed();
    const gps = { ...latLon({ x: 10, y: 10 }), accuracy: 4 };
    const { fix } = (await fixesAfter(() => tells(here.asset, { gps }))).get(here.asset.trackerId)!;
    expect(fix).toMatchObject({ floor: here.site.floorId, elevationM: 1.2, mechanism: "GPS" });
  });

  test("a GPS tracker moves while its places are farther apart than its receiver's errors, and is still where it stays", async () => {
    await changed();
    const moving = async (x: number, secondsLater: number) => {
      const gps = { ...latLon({ x, y: 10 }), accuracy: 4 };
      const fixes = await fixesAfter(() => tells(here.asset, { gps }), secondsLater);
      return fixes.get(here.asset.trackerId)!.fix.moving;
    };
    const said = [await moving(10, 1), await moving(12, 10), await moving(34, 10)];
    const { content } = await until(
      () => history(here.asset),
      (answer) => answer.content.length > 1,
    );
    expect(content.map((row) => row["moving"])).toEqual([false, true]);
    said.push(await moving(34.5, 60), await moving(33, 60));
    expect(said).toEqual([false, false, true, false, false]);
  });

  test("a GPS tracker's position is stored but not shown if its accuracy is beyond the threshold", async () => {
    await changed();
    const near = { ...latLon({ x: 10, y: 10 }), accuracy: 4 };
    await fixesAfter(() => tells(here.asset, { gps: near }));
    await fixesAfter(() => tells(here.asset, { gps: { ...latLon(outdoors), accuracy: 80 } }), 15);
    const { content } = await until(
      () => history(here.asset),
      (answer) => answer.content.length > 1,
    );
    expect(content.map((row) => row["accuracy"])).toEqual([4, 80]);
    const live = await call(here.pulse, "GET", `assets/live?site_id=${here.site.id}`, { token: here.token });
    const shown = live.content.find((row) => row["guid"] === here.asset.guid)!;
    expect(apart(spotOf(shown as unknown as { lat: number; lon: number }), { x: 10, y: 10 })).toBeLessThan(0.1);
  });

  test("a GPS tracker is where gateways locate it if that is more certain; after ten seconds the newer fix is used", async () => {
    const spots = [3, 20, 37].flatMap((x) => [3, 22].map((y) => ({ x, y })));
    const gateways: TestGateway[] = [];
    for (const spot of spots) gateways.push(await aGateway(here.pulse, here.customer, here.site, spot));
    await changed();
    const tag = { x: 12, y: 8 };
    const hear = async (): Promise<void> => {
      for (const [nth, gateway] of gateways.entries()) await says(gateway, { adverts: [heard(spots[nth]!, tag)] });
    };
    const own = (accuracy: number) => tells(here.asset, { gps: { ...latLon(outdoors), accuracy } });
    for (let second = 0; second < 5; second++) await fixesAfter(hear);
    const both = async (accuracy: number) => {
      await hear();
      await own(accuracy);
    };
    const mechanism = async (act: () => Promise<void>, secondsLater?: number) =>
      (await fixesAfter(act, secondsLater)).get(here.asset.trackerId)?.fix.mechanism;
    expect(await mechanism(() => both(40))).toBe("TRILATERATED");
    // Only its own fix, still within ten seconds of the more certain one.
    expect(await mechanism(() => own(40))).toBeUndefined();
    expect(await mechanism(() => own(40), 10)).toBe("GPS");
    expect(await mechanism(hear, 11)).toBe("TRILATERATED");
  });

  test("a GPS tracker is where it reports to be if gateways are less certain", async () => {
    const gateway = await aGateway(here.pulse, here.customer, here.site, { x: 3, y: 3 });
    await changed();
    const adverts = [heard({ x: 3, y: 3 }, { x: 30, y: 20 })];
    const alone = (await fixesAfter(() => says(gateway, { adverts }))).get(here.asset.trackerId)!;
    expect(alone.fix.accuracyM).toBeGreaterThan(5);
    const at = { x: 30, y: 20 };
    const both = await fixesAfter(async () => {
      await says(gateway, { adverts });
      await tells(here.asset, { gps: { ...latLon(at), accuracy: 5 } });
    });
    expect(both.get(here.asset.trackerId)!.fix.mechanism).toBe("GPS");
    expect(apart(spotOf(both.get(here.asset.trackerId)!), at)).toBeLessThan(0.1);
    // The gateways' fix a second later is not better than that.
    expect((await fixesAfter(() => says(gateway, { adverts }))).has(here.asset.trackerId)).toBe(false);
  });

  test("a GPS tracker may only speak for itself, and what it receives is counted and ignored", async () => {
    await changed();
    await tells(here.asset, { battery_level: 50 });
    const before = [await metric("refused_publish_topic"), await metric("scan_of_tracker")] as const;
    await tells(here.asset, {
      scans: [
        { mac: here.bystander.mac, rssi: -50 },
        { mac: "DD:34:00:00:00:09", rssi: -50 },
      ],
    });
    expect(await metric("scan_of_tracker")).toBe(before[1] + 2);
    const others = await here.pulse.db
      .selectFrom("trackers")
      .select("mqtt_guid")
      .where("id", "=", here.bystander.trackerId)
      .executeTakeFirstOrThrow();
    const { mqtt_username } = await here.pulse.db
      .selectFrom("trackers")
      .select("mqtt_username")
      .where("id", "=", here.asset.trackerId)
      .executeTakeFirstOrThrow();
    const own = await connectAsync(here.pulse.mqttUrl, {
      username: mqtt_username,
      password: "own",
      reconnectPeriod: 0,
    });
    own.on("error", () => undefined);
    await own.publishAsync(`pulse/v1/trackers/${others.mqtt_guid}/up`, JSON.stringify({ battery_level: 1 }), {
      qos: 1,
    });
    await own.endAsync();
    expect(await metric("refused_publish_topic")).toBe(before[0] + 1);
  });

  test("a GPS tracker no longer gives a position once it is archived", async () => {
    await changed();
    const gps = { ...latLon({ x: 10, y: 10 }), accuracy: 4 };
    await fixesAfter(() => tells(here.asset, { gps }));
    await here.pulse.db
      .updateTable("trackers")
      .set({ archived: true })
      .where("id", "=", here.asset.trackerId)
      .execute();
    await changed();
    expect((await fixesAfter(() => tells(here.asset, { gps }))).has(here.asset.trackerId)).toBe(false);
  });
});

describe("no harm is done by", () => {
  test.each([
    ["a place at 0,0", { lat: 0, lon: 0, accuracy: 5 }],
    ["a place beyond the pole", { lat: 91, lon: 4.4, accuracy: 5 }],
    ["no accuracy", { lat: 51.9, lon: 4.4 }],
    ["a negative accuracy", { lat: 51.9, lon: 4.4, accuracy: -1 }],
    ["a huge accuracy", { lat: 51.9, lon: 4.4, accuracy: 1e300 }],
    ["text", { lat: "51.9", lon: "4.4", accuracy: "5" }],
  ])("a GPS report with %s does no harm: it is counted, the adverts are used, nothing moves", async (_name, gps) => {
    const gateway = await aMobileGateway();
    await changed();
    const known = { ...latLon({ x: 11, y: 8 }), accuracy: 4 };
    await fixesAfter(() => says(gateway, { gps: known }));
    const [rejected, sightings] = [await metric("gps_rejected"), await metric("sighting")];
    const adverts = [heard({ x: 11, y: 8 })];
    const fixes = await fixesAfter(async () => {
      await says(gateway, { gps, adverts });
      await tells(here.asset, { gps });
    });
    expect(apart(spotOf(fixes.get(here.asset.trackerId)!), { x: 12, y: 8 })).toBeLessThan(3);
    expect(await metric("gps_rejected")).toBe(rejected + 2);
    expect(await metric("sighting")).toBe(sightings + 1);
    const { content } = await call(here.pulse, "GET", `hardwares/${gateway.id}/messages`, { token: here.token });
    expect(content[0]).toMatchObject({ decoded: true });
    expect(content[0]!["error"]).toMatch(/^gps/);
  });

  test("a GPS tracker's invalid numbers and unreadable bytes do no harm", async () => {
    await changed();
    const [unreadable, rejected] = [await metric("undecodable"), await metric("gps_rejected")];
    for (const text of ["{nonsense", "[1]", ""]) await tells(here.asset, text);
    expect(await metric("undecodable")).toBe(unreadable + 3);
    // What C programs write where they have no number costs the position, and nothing else of the message.
    await tells(here.asset, '{"gps":{"lat":NaN,"lon":4,"accuracy":5}}');
    expect(await metric("gps_rejected")).toBe(rejected + 1);
    const endless = '{"gps":{"lat":1e999,"lon":4,"accuracy":5}}';
    expect((await fixesAfter(() => tells(here.asset, endless))).has(here.asset.trackerId)).toBe(false);
  });

  test("a GPS message that comes twice, or a device clock that goes back, does no harm", async () => {
    await changed();
    const gps = { ...latLon({ x: 10, y: 10 }), accuracy: 4 };
    for (const at of ["2026-11-20T13:05:00.000Z", "1970-01-01T00:00:00.000Z", "2099-01-01T00:00:00.000Z", "soon"])
      await fixesAfter(async () => {
        await tells(here.asset, { at, gps });
        await tells(here.asset, { at, gps });
      });
    const lastMs = saidMs();
    const { content } = await until(
      () => {
        // The end of a row is written some seconds late.
        clock.advance(1000);
        return history(here.asset);
      },
      (answer) => answer.content[0]?.["end_timestamp"] === new Date(lastMs).toISOString(),
    );
    // It stood there all the time, so there is one row.
    expect(content).toHaveLength(1);
  });

  test("our own clock being set back does no harm to GPS positions", async () => {
    const gateway = await aMobileGateway();
    await changed();
    const at = { ...latLon({ x: 11, y: 8 }), accuracy: 4 };
    const adverts = [heard({ x: 11, y: 8 })];
    const own = { ...latLon({ x: 30, y: 20 }), accuracy: 30 };
    await fixesAfter(async () => {
      await says(gateway, { gps: at });
      await tells(here.asset, { gps: own });
    });
    clock.advance(-3600_000);
    const fixes = await fixesAfter(() => says(gateway, { gps: at, adverts }));
    // Its own fix is an hour ahead now and does not count against others.
    expect(fixes.get(here.asset.trackerId)?.fix.mechanism).toBe("TRILATERATED");
    clock.advance(3600_000);
  });
});
