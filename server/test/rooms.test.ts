import { io } from "socket.io-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import { call } from "./support/api.ts";
import { aCustomer, anAsset, aSite, aToken, type TestAsset, type TestSite } from "./support/builders.ts";
import { testClock, testRadio } from "./support/radio.ts";
import { sixGateways } from "./support/sixGateways.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// A floor whose western half is a store and whose eastern half is an office.
const clock = testClock();
let pulse: TestPulse;
let site: TestSite;
let asset: TestAsset;
let token: string;
let radio: Awaited<ReturnType<typeof testRadio>>;
const roomIds = new Map<string, string>();
/** Positions are written in turns, which a busy machine makes late. */
const patiently = { timeout: 20_000 };

beforeAll(async () => {
  pulse = await testPulse({}, { now: clock.now });
  const customer = await aCustomer(pulse);
  site = await aSite(pulse, customer);
  const gateways = await sixGateways(pulse, customer, site);
  asset = await anAsset(pulse, customer, site);
  token = await aToken(pulse, customer, "Administrator", { devTools: true });
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
  radio = await testRadio({ pulse, clock, site, gateways, law: { exponent: 2.2, powerDbm: -59 } });
  await draw("Store", "Office");
});
afterAll(async () => {
  await radio.close();
  await pulse.stop();
});

/** Draws the floor's rooms; rooms that exist already are renamed. */
async function draw(west: string, east: string): Promise<void> {
  const half = (name: string, nth: number, fromX: number, toX: number) => ({
    ...([...roomIds.values()][nth] === undefined ? {} : { id: [...roomIds.values()][nth] }),
    name,
    area: [
      { x: fromX, y: 0 },
      { x: toX, y: 0 },
      { x: toX, y: 25 },
      { x: fromX, y: 25 },
    ].map((spot) => radio.latLon(spot)),
  });
  const rooms = [half(west, 0, 0, 20), half(east, 1, 20, 40)];
  const path = `sites/${site.id}/floors/${site.floorId}/drawing`;
  const { status, content } = await call(pulse, "PUT", path, { token, body: { rooms } });
  expect(status).toBe(200);
  roomIds.clear();
  for (const room of content["rooms"] as { id: string; name: string }[]) roomIds.set(room.name, room.id);
  await pulse.settled();
}

const get = async (path: string): Promise<unknown> => (await call(pulse, "GET", path, { token })).content;

/** The rooms in the history, the oldest first. */
async function pastRooms(): Promise<(string | undefined)[]> {
  const rows = (await get(`assets/${asset.id}/history`)) as { room: { name: string } | null }[];
  return rows.map(({ room }) => room?.name);
}

test("an asset's room and probability are sent live, stored and explained, and history keeps that time's room name", async () => {
  const updates: { tracker_id: string; room: unknown }[] = [];
  const socket = io(pulse.url, { transports: ["websocket"], reconnection: false });
  try {
    socket.on("location_update", (items: typeof updates) => updates.push(...items));
    await socket.emitWithAck("login", token, site.id);
    await radio.hear([{ mac: asset.mac, at: { x: 8, y: 12 } }], 10);
    await radio.located([asset.trackerId]);
    const likely: unknown = expect.closeTo(0.95, 1);
    const store = { id: roomIds.get("Store"), name: "Store", probability: likely };
    await expect.poll(() => updates.at(-1), patiently).toMatchObject({ tracker_id: asset.trackerId, room: store });

    const words: unknown = expect.stringMatching(/^Store, \d+ %$/);
    const decided: unknown = expect.arrayContaining([{ step: "room", text: words }]);
    expect(await get(`trackers/${asset.trackerId}/explain`)).toMatchObject({
      fix: { room: store, location: "Main · Ground · Store" },
      rooms: [
        { room_id: roomIds.get("Store"), name: "Store" },
        { room_id: roomIds.get("Office"), name: "Office" },
      ],
      decisions: decided,
    });
    await expect
      .poll(() => get(`assets/live?site_id=${site.id}`), patiently)
      .toMatchObject([{ room: store, location: "Main · Ground · Store" }]);

    const tracker = { room: store, location: "Main · Ground · Store" };
    expect(await get(`trackers/${asset.trackerId}`)).toMatchObject({
      ...tracker,
      last_location: { location: tracker.location },
    });
    expect(await get(`trackers/live?site_id=${site.id}`)).toMatchObject([tracker]);

    await draw("Cold store", "Office");
    await radio.hear([{ mac: asset.mac, at: { x: 32, y: 12 } }], 12);
    await radio.located([asset.trackerId]);
    await expect.poll(pastRooms, patiently).toContain("Office");
    expect((await pastRooms())[0]).toBe("Store");
  } finally {
    socket.disconnect();
  }
});
