import { localFrame } from "@pulse/geo/localFrame";
import { connectAsync, type MqttClient } from "mqtt";
import { v7 as uuidv7 } from "uuid";
import { afterEach, expect, test } from "vitest";
import { hashSecret } from "../src/ingest/secrets.ts";
import { aGeofence, anAsset, type TestAsset, type TestSite } from "./builders.ts";
import { killedPulse, type KilledPulse } from "./killedPulse.ts";
import type { TestPulse } from "./testPulse.ts";

// Kills the product while some crossings of a geofence are stored, others decided and others told of but not decided.
const each = 8;
const paceMs = 150;

let pulse: KilledPulse | undefined;
const clients: MqttClient[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.end(true);
  await pulse?.remove();
});

/** A tracker that knows its place, with credentials of its own. */
interface Device {
  asset: TestAsset;
  username: string;
  mqttGuid: string;
}

test(
  "a kill in the middle of crossings loses none of those that were acknowledged and tells none twice",
  { timeout: 60_000 },
  async () => {
    const [leaving, coming]: [Device[], Device[]] = [[], []];
    let fenceId = "";
    pulse = await killedPulse({
      gateways: 1,
      trackers: 1,
      fill: async (filled, customer, site) => {
        fenceId = (await aGeofence(filled, customer, site, { radius: 15 })).id;
        await filled.db.updateTable("geofences").set({ sensitivity: "high" }).execute();
        for (const group of [leaving, coming])
          for (let nth = 0; nth < each; nth++)
            group.push(await deviceOf(filled, await anAsset(filled, customer, site)));
        for (const { asset } of leaving) await isInside(filled, site, fenceId, asset);
      },
    });
    await pulse.start();
    const latLon = (x: number) => localFrame(pulse!.site.origin).toLatLon({ x, y: -10 });
    const open = ({ username }: Device): Promise<MqttClient> =>
      connectAsync(pulse!.mqttUrl, { username, password: "own", reconnectPeriod: 0 });
    for (const device of [...leaving, ...coming]) clients.push((await open(device)).on("error", () => undefined));
    const tell = async (nth: number, { mqttGuid }: Device, x: number): Promise<void> => {
      const gps = { ...latLon(x), accuracy: 4 };
      const topic = `pulse/v1/trackers/${mqttGuid}/up`;
      await clients[nth]!.publishAsync(topic, JSON.stringify({ gps }), { qos: 1 });
    };
    for (let nth = 0; nth < each; nth++) {
      await tell(nth, leaving[nth]!, 80);
      await tell(each + nth, coming[nth]!, 10);
      await new Promise((resolve) => setTimeout(resolve, paceMs));
    }
    const crossings = async (): Promise<number> => {
      const path = `${pulse!.url}/api/v3/geofences/${fenceId}/history?limit=100`;
      const answer = await fetch(path, { headers: { authorization: `Bearer ${pulse!.token}` } });
      const { result } = (await answer.json()) as { result: { content: { exit_time: string | null }[] } };
      return result.content.length - each + result.content.filter(({ exit_time }) => exit_time !== null).length;
    };
    while ((await crossings()) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    await pulse.kill();
    await pulse.start();
    await expect.poll(crossings, { timeout: 30_000 }).toBe(2 * each);
    await pulse.stop();

    const { events, stays } = await pulse.read(async (db) => ({
      events: await db.selectFrom("events").selectAll().where("entity_id", "=", fenceId).orderBy("seq").execute(),
      stays: await db.selectFrom("geofence_stays").selectAll().where("geofence_id", "=", fenceId).execute(),
    }));
    const told = events.map(({ operation, data }) => `${data.asset?.id} ${operation}`).toSorted();
    const expected = [
      ...leaving.map(({ asset }) => `${asset.id} asset_exited_geofence`),
      ...coming.map(({ asset }) => `${asset.id} asset_entered_geofence`),
    ];
    expect(told).toEqual(expected.toSorted());
    expect(
      stays
        .filter(({ exit_at }) => exit_at === null)
        .map(({ asset_id }) => asset_id)
        .toSorted(),
    ).toEqual(coming.map(({ asset }) => asset.id).toSorted());
    expect(stays).toHaveLength(2 * each);
  },
);

async function deviceOf({ db }: Pick<TestPulse, "db">, asset: TestAsset): Promise<Device> {
  const { mqtt_username: username, mqtt_guid: mqttGuid } = await db
    .updateTable("trackers")
    .set({ mqtt_secret_hash: hashSecret("own") })
    .where("id", "=", asset.trackerId)
    .returning(["mqtt_username", "mqtt_guid"])
    .executeTakeFirstOrThrow();
  return { asset, username, mqttGuid };
}

/** The asset has been in the fence since before the start. */
async function isInside({ db }: Pick<TestPulse, "db">, site: TestSite, geofenceId: string, { id }: TestAsset) {
  const at = new Date(Date.now() - 60_000);
  const stay = { id: uuidv7(), geofence_id: geofenceId, asset_id: id, site_id: site.id, enter_at: at, decided_at: at };
  await db.insertInto("geofence_stays").values(stay).execute();
}
