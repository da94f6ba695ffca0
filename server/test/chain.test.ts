import { localFrame } from "@pulse/geo/localFrame";
import { connectAsync, type MqttClient } from "mqtt";
import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import {
  aCustomer,
  aGateway,
  anAsset,
  aSite,
  aToken,
  type TestAsset,
  type TestGateway,
  type TestSite,
} from "./support/builders.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// From a gateway's message to the socket and the database, through the front door.
let pulse: TestPulse;
let site: TestSite;
let asset: TestAsset;
let gateways: TestGateway[];
let token: string;
const clients: MqttClient[] = [];
const sockets: Socket[] = [];
const corners = [
  { x: 2, y: 2 },
  { x: 20, y: 2 },
  { x: 38, y: 2 },
  { x: 2, y: 23 },
  { x: 20, y: 23 },
  { x: 38, y: 23 },
];
const tag = { x: 12, y: 8 };

beforeAll(async () => {
  pulse = await testPulse();
  const customer = await aCustomer(pulse);
  site = await aSite(pulse, customer);
  gateways = await Promise.all(corners.map((corner) => aGateway(pulse, customer, site, corner)));
  asset = await anAsset(pulse, customer, site);
  token = await aToken(pulse, customer, "Administrator");
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
});
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await Promise.all(clients.map((client) => client.endAsync(true)));
  await pulse.stop();
});

test("a tracker between known gateways appears at the right place, live and stored", async () => {
  const updates = await listen(token, site.id);
  const publish = await heardBy(gateways, corners);
  const offByM = (item: Item): number => {
    const there = localFrame(site.origin).toLocal({ lat: item["lat"] as number, lon: item["lon"] as number });
    return Math.hypot(there.x - tag.x, there.y + tag.y);
  };
  // The first fix may come before every gateway's message has.
  const isThere = (item: Item): boolean => item["tracker_id"] === asset.trackerId && offByM(item) < 3;
  const seen = await updates.until((items) => items.some(isThere), publish);
  const item = seen.find(isThere)!;
  expect(item).toMatchObject({
    guid: asset.trackerGuid,
    pulse_asset_guid: asset.guid,
    asset_id: asset.id,
    floor_id: site.floorId,
  });
  expect(item["sections"]).toMatchObject([
    { kind: "building", name: "Main" },
    { kind: "floor", name: "Ground" },
  ]);

  const live = await until(
    () => get(`assets/live?site_id=${site.id}`),
    ([first]) => first?.["lat"] !== null,
  );
  expect(live[0]).toMatchObject({ guid: asset.guid, floor_id: site.floorId, tracker_id: asset.trackerId });
  const history = await until(
    () => get(`assets/${asset.id}/history`),
    (rows) => rows.length > 0,
  );
  expect(history[0]).toMatchObject({ tracker_id: asset.trackerId, mechanism: "TRILATERATED", smoothed: false });
});

/** Each gateway hears the tag as strongly as its distance suggests; returns a function that sends it once more. */
async function heardBy(hearing: TestGateway[], places: { x: number; y: number }[]): Promise<() => void> {
  const open = await Promise.all(
    hearing.map(({ username, password }) => connectAsync(pulse.mqttUrl, { username, password })),
  );
  clients.push(...open);
  return () => {
    for (const [index, client] of open.entries()) {
      const { gmac } = hearing[index]!;
      const distance = Math.hypot(places[index]!.x - tag.x, places[index]!.y - tag.y, 1.3);
      client.publish(
        `kbeacon/publish/${gmac}`,
        JSON.stringify({
          msg: "advData",
          gmac,
          obj: [
            {
              type: 4,
              dmac: asset.mac.replaceAll(":", ""),
              rssi: Math.round(-59 - 22 * Math.log10(distance)),
              refpower: -59,
            },
          ],
        }),
      );
    }
  };
}

type Item = Record<string, unknown>;

async function listen(idToken: string, siteId: string) {
  const socket = io(pulse.url, { transports: ["websocket"], reconnection: false });
  sockets.push(socket);
  const heard: Item[] = [];
  let wake = (): void => undefined;
  socket.on("location_update", (items: Item[]) => {
    heard.push(...items);
    wake();
  });
  await new Promise<void>((resolve, reject) => {
    socket.on("failed_login", () => reject(new Error("failed_login")));
    socket.emit("login", idToken, siteId, () => resolve());
  });
  return {
    /** Sends it again every half second, as a gateway would, until the messages received satisfy. */
    until: async (satisfied: (items: Item[]) => boolean, again: () => void): Promise<Item[]> => {
      again();
      const repeat = setInterval(again, 500);
      while (!satisfied(heard)) await new Promise<void>((resolve) => (wake = resolve));
      clearInterval(repeat);
      return heard;
    },
  };
}

async function get(path: string): Promise<Item[]> {
  const answer = await fetch(`${pulse.url}/api/v3/${path}`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { result: { content: Item[] } }).result.content;
}

async function until<T>(read: () => Promise<T>, satisfied: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (satisfied(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
