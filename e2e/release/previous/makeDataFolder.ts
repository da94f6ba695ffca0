// Makes the data folder that the next release is tried on: run at a release, with the command `pulse` of that release.
//   node e2e/release/previous/makeDataFolder.ts node_modules/.bin/pulse
// It writes data.tar.zst and data.json beside this file; commit both.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer, text } from "node:stream/consumers";
import { constants, zstdCompressSync } from "node:zlib";
import { createAsset, linkTracker } from "@pulse/contract/assetChanges";
import { createCustomer } from "@pulse/contract/customers";
import { createHardwareCredentials } from "@pulse/contract/gatewayConnection";
import { createHardware } from "@pulse/contract/gateways";
import { listGeofenceHistory } from "@pulse/contract/geofenceStays";
import { createGeofence } from "@pulse/contract/geofences";
import { getSite, listSiteHardwareTypes } from "@pulse/contract/sites";
import { createTracker } from "@pulse/contract/trackers";
import { freePort } from "../../../scripts/freePort.mjs";
import { siteWithPlan } from "../../support/planSite.ts";
import { connectGateway, distanceM, rssiOver, type Spot } from "../../support/radio.ts";
import { type Api, password, signIn } from "../../support/world.ts";
import { userEnvironment, watchPulse } from "../installedRelease.ts";

const [program] = process.argv.slice(2);
if (program === undefined) throw new Error("usage: node makeDataFolder.ts PULSE");
const folder = mkdtempSync(join(tmpdir(), "pulse-previous-"));
const email = "super@pulse.test";
const made = new Date();
const mqttPort = await freePort();
const env = {
  ...userEnvironment(),
  PULSE_DATA_DIR: join(folder, "data"),
  PULSE_OUTBOX: "1",
  PULSE_MQTT_PORT: String(mqttPort),
};
const started = (...words: string[]) => spawn(program, words, { env, stdio: ["pipe", "pipe", "inherit"] });

/** Six gateways in two rows on the floor of `siteWithPlan`. */
const spots: Spot[] = [0.0001, 0.0005, 0.0009].flatMap((east) =>
  [-0.0001, -0.0003].map((north) => ({ lat: 51.9 + north, lon: 4.4 + east })),
);
const [west, east] = [
  { lat: 51.8998, lon: 4.4002 },
  { lat: 51.8998, lon: 4.4008 },
];

/** What somebody would have: a customer, a site with a plan, gateways, a geofence, and a cart that has left it. */
async function fill(url: string, mqttUrl: string, api: Api): Promise<{ asset: string; geofence: string }> {
  const customer = await api.call(createCustomer, { body: { name: "Northwind Freight", customerCode: "NWF" } });
  const siteId = await siteWithPlan(url, api, "Old warehouse", customer.id);
  const query = { siteId };
  const { floorPlans } = await api.call(getSite, { params: { id: siteId } });
  const floorId = floorPlans[0]!.id;
  const mac = "DD:34:0C:00:00:01";
  const tracker = await api.call(createTracker, { query, body: { name: "Tag 1", type: "KKM", mac } });
  const asset = await api.call(createAsset, { query, body: { name: "Cart 1", type: "Cart" } });
  await api.call(linkTracker, { params: { id: asset.id }, body: { trackerId: tracker.id } });
  const geofence = await api.call(createGeofence, {
    query,
    body: { name: "West bay", type: "circle", ...west, radius: 12, sensitivity: "high" },
  });
  if (Array.isArray(geofence)) throw new Error("one geofence was made");
  const types = await api.call(listSiteHardwareTypes, { params: { id: siteId } });
  const hardwareTypeId = types.find(({ type }) => type === "KKM")!.id;
  const gateways = await Promise.all(
    spots.map(async (at, nth) => {
      const body = { name: `G-${nth + 1}`, mac: `68:B9:D3:00:00:0${nth + 1}`, hardwareTypeId, floorId, ...at };
      const gateway = await api.call(createHardware, { query, body });
      const credentials = await api.call(createHardwareCredentials, { params: { id: gateway.id } });
      return connectGateway(mqttUrl, { mac: body.mac, at }, credentials);
    }),
  );
  const hear = async (at: Spot): Promise<void> => {
    await Promise.all(gateways.map((gateway) => gateway.hear(mac, rssiOver(distanceM(gateway.at, at)))));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  };
  const stays = async () => api.call(listGeofenceHistory, { params: { id: geofence.id } });
  while ((await stays()).length === 0) await hear(west);
  while ((await stays())[0]?.exitTime === null) await hear(east);
  await Promise.all(gateways.map(({ close }) => close()));
  return { asset: asset.id, geofence: geofence.id };
}

const words = "admin create-superadmin --given-name Ada --family-name Lovelace --phone +31612345678 --password-stdin";
const admin = started(...words.split(" "), "--email", email);
admin.stdin.end(`${password}\n`);
await text(admin.stdout);
const serve = watchPulse(started("serve"));
const url = await serve.url;
const ids = await fill(url, `mqtt://127.0.0.1:${mqttPort}`, await signIn(url, email));
serve.child.kill("SIGTERM");
await serve.ended;

const version = (await text(started("--version").stdout)).trim();
const tar = await buffer(
  spawn("tar", ["--create", "--directory", folder, "data"], { stdio: ["ignore", "pipe", "inherit"] }).stdout,
);
// A window of 128 MB: the template databases repeat each other.
const params = {
  [constants.ZSTD_c_compressionLevel]: 19,
  [constants.ZSTD_c_enableLongDistanceMatching]: 1,
  [constants.ZSTD_c_windowLog]: 27,
};
const packed = zstdCompressSync(tar, { params });
const sha256 = createHash("sha256").update(packed).digest("hex");
writeFileSync(join(import.meta.dirname, "data.tar.zst"), packed);
writeFileSync(
  join(import.meta.dirname, "data.json"),
  `${JSON.stringify({ version, made, sha256, email, ...ids }, null, 2)}\n`,
);
process.stdout.write(`${version}: ${(packed.length / 1e6).toFixed(1)} MB\n`);
rmSync(folder, { recursive: true });
