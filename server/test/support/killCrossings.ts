import { localFrame } from "@pulse/geo/localFrame";
import { connect, connectAsync } from "mqtt";
import { v7 as uuidv7 } from "uuid";
import { hashSecret } from "../../src/platform/devices/secrets.ts";
import { aGeofence, anAsset, type TestAsset, type TestSite } from "./builders.ts";
import type { killedPulse, KilledPulse } from "./killedPulse.ts";
import type { TestPulse } from "./testPulse.ts";

/** How many leave the geofence, and how many enter. */
const each = 8;
/** Slow enough that a kill finds some crossings stored, others decided, and others reported but not decided. */
const paceMs = 150;
const insideX = 10;
const outsideX = 80;
/** Between geofences of one site, m: more than their reach on both sides. */
const apartM = 60;

/** A tracker that knows its place, with its own credentials, and where it goes. */
interface Device {
  asset: TestAsset;
  username: string;
  mqttGuid: string;
  to: { x: number; y: number };
}

type Read = Parameters<Parameters<KilledPulse["read"]>[0]>[0];

/**
 * Things that leave and enter a geofence, one after the other.
 * @param nth of those of a site: each geofence has a place of its own, so that these things cross no other
 */
export function killCrossings(nth = 0) {
  const y = 10 + nth * apartM;
  const devices: Device[] = [];
  let fenceId = "";
  return {
    fill: (async (filled, customer, site) => {
      fenceId = (await aGeofence(filled, customer, site, { y, radius: 15 })).id;
      await filled.db.updateTable("geofences").set({ sensitivity: "high" }).execute();
      for (let pair = 0; pair < each; pair++)
        for (const toX of [outsideX, insideX]) {
          const asset = await anAsset(filled, customer, site);
          devices.push({ asset, to: { x: toX, y: -y }, ...(await trackerOf(filled, asset)) });
          if (toX === outsideX) await isInside(filled, site, fenceId, asset);
        }
    }) satisfies Parameters<typeof killedPulse>[0]["fill"],
    /**
     * Each reports its new place once; resolves when all reports are acknowledged.
     * @param reconnectMs after how long a device connects again; 0: it rejects if the connection ends
     */
    cross: async (pulse: Pick<KilledPulse, "site" | "mqttUrl">, reconnectMs = 0): Promise<void> => {
      for (const device of devices) {
        await tell(pulse, device, reconnectMs);
        await new Promise((resolve) => setTimeout(resolve, paceMs));
      }
    },
    all: 2 * each,
    /** The geofence's id, once it is there. */
    fenceId: (): string => fenceId,
    /** How many crossings people can see. */
    known: async ({ url, token }: KilledPulse): Promise<number> => {
      const path = `${url}/api/v3/geofences/${fenceId}/history?limit=100`;
      const answer = await fetch(path, { headers: { authorization: `Bearer ${token}` } });
      const { result } = (await answer.json()) as { result: { content: { exit_time: string | null }[] } };
      return result.content.length - each + result.content.filter(({ exit_time }) => exit_time !== null).length;
    },
    /** The events of each asset, and which assets are inside, as stored and as they should be. */
    outcome: async (db: Read) => {
      const own = new Set(devices.map(({ asset }) => asset.id));
      const ofFence = await db.selectFrom("events").selectAll().where("entity_id", "=", fenceId).execute();
      const events = ofFence.filter(({ data }) => own.has(String(data.asset?.id)));
      const inFence = await db.selectFrom("geofence_stays").selectAll().where("geofence_id", "=", fenceId).execute();
      const stays = inFence.filter(({ asset_id }) => own.has(asset_id));
      return {
        found: {
          told: events.map(({ operation, data }) => `${data.asset?.id} ${operation}`).toSorted(),
          inside: stays.flatMap(({ exit_at, asset_id }) => (exit_at === null ? asset_id : [])).toSorted(),
          stays: stays.length,
        },
        expected: expectedOf(devices),
      };
    },
    /** The event of each asset. */
    expectedEvents: (): string[] => expectedOf(devices).told,
  };
}

function expectedOf(devices: readonly Device[]) {
  const coming = devices.filter(({ to }) => to.x === insideX).map(({ asset }) => asset.id);
  const leaving = devices.filter(({ to }) => to.x === outsideX).map(({ asset }) => asset.id);
  return {
    told: [
      ...leaving.map((id) => `${id} asset_exited_geofence`),
      ...coming.map((id) => `${id} asset_entered_geofence`),
    ].toSorted(),
    inside: coming.toSorted(),
    stays: 2 * each,
  };
}

async function tell(
  { site, mqttUrl }: Pick<KilledPulse, "site" | "mqttUrl">,
  { username, mqttGuid, to }: Device,
  reconnectMs: number,
): Promise<void> {
  const options = { username, password: "own", reconnectPeriod: reconnectMs, reconnectOnConnackError: true };
  // Whoever connects again publishes once it is connected.
  const client = reconnectMs > 0 ? connect(mqttUrl, options) : await connectAsync(mqttUrl, options);
  client.on("error", () => undefined);
  const gps = { ...localFrame(site.origin).toLatLon(to), accuracy: 4 };
  await client.publishAsync(`pulse/v1/trackers/${mqttGuid}/up`, JSON.stringify({ gps }), { qos: 1 });
  await client.endAsync();
}

async function trackerOf({ db }: Pick<TestPulse, "db">, asset: TestAsset) {
  const { mqtt_username: username, mqtt_guid: mqttGuid } = await db
    .updateTable("trackers")
    .set({ mqtt_secret_hash: hashSecret("own") })
    .where("id", "=", asset.trackerId)
    .returning(["mqtt_username", "mqtt_guid"])
    .executeTakeFirstOrThrow();
  return { username, mqttGuid };
}

/** The asset has been in the fence since before the start. */
async function isInside({ db }: Pick<TestPulse, "db">, site: TestSite, geofenceId: string, { id }: TestAsset) {
  const at = new Date(Date.now() - 60_000);
  const stay = { id: uuidv7(), geofence_id: geofenceId, asset_id: id, site_id: site.id, enter_at: at, decided_at: at };
  await db.insertInto("geofence_stays").values(stay).execute();
}
