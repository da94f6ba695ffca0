import { connectAsync } from "mqtt";
import { io, type Socket } from "socket.io-client";
import { v7 as uuidv7 } from "uuid";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { hashSecret } from "../src/platform/devices/secrets.ts";
import { call } from "./support/api.ts";
import { anOrganisation } from "./support/anOrganisation.ts";
import { aToken, type TestSite } from "./support/builders.ts";
import { tokenWith } from "./support/rights.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// What people are told at once, over the socket and MQTT, and what they have read, once for all their devices.
let pulse: TestPulse;
let customer: NewCustomer;
let site: TestSite;
let token: string;
let nowMs = Date.now();
const sockets: Socket[] = [];
let serial = 0;

beforeAll(async () => {
  pulse = await testPulse({}, { now: () => nowMs });
});
/** A customer with a site of its own, in which nothing has happened. */
async function newPlace(): Promise<void> {
  ({ customer, site, token } = await anOrganisation(pulse));
}
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});
afterAll(() => pulse.stop());

const name = (): string => `Thing ${++serial}`;
const send = (method: string, path: string, body?: object, as = token) =>
  call(pulse, method, path, { token: as, ...(body ? { body } : {}) });
const at = () => `site_id=${site.id}&customer_id=${customer.id}`;
const search = (query = at(), as = token) => call(pulse, "GET", `events/search?${query}`, { token: as });
const make = async (what: string, body: object): Promise<void> => {
  const answer = await send("POST", `${what}?${at()}`, body);
  expect([what, answer.status]).toEqual([what, 201]);
};
/** Later than anything that is still folded. */
const later = (): void => {
  nowMs += 61_000;
};

describe("what a person has read", () => {
  beforeAll(newPlace);
  const state = async (as = token) => (await send("GET", "users/me/notification-state", undefined, as)).content;
  const put = (body: object, as = token) => send("PUT", "users/me/notification-state", body, as);
  const statuses = async (as = token) => (await search(at(), as)).content.map((event) => event["status"]);

  test("the notifications a person has read are the same on every device, singly and up to a moment that never moves back", async () => {
    const own = await aToken(pulse, customer, "Administrator");
    expect(await state(own)).toEqual({ last_fetched_at: null, read_ids: [] });
    await make("assets", { name: name(), type: "Cart" });
    later();
    await make("assets", { name: name(), type: "Cart" });
    const [newest, oldest] = (await search(at(), own)).content;
    expect(await statuses(own)).toEqual(["justArrived", "justArrived"]);
    const readIds = [String(newest?.["id"])];
    expect((await put({ read_ids: readIds }, own)).content).toEqual({ last_fetched_at: null, read_ids: readIds });
    expect(await statuses(own)).toEqual(["read", "justArrived"]);
    const moment = String(oldest?.["timestamp"]);
    await put({ last_fetched_at: moment }, own);
    await put({ last_fetched_at: "2020-01-01T00:00:00Z" }, own);
    expect(await state(own)).toEqual({ last_fetched_at: moment, read_ids: readIds });
    expect(await statuses(own)).toEqual(["read", "read"]);
    // Somebody else has read nothing.
    expect(await statuses()).toEqual(["justArrived", "justArrived"]);
  });

  test("a notification becomes unread again when its event grows, for everybody who had read it", async () => {
    const [reader, other] = [await aToken(pulse, customer, "Viewer"), await aToken(pulse, customer, "Viewer")];
    later();
    await make("assets", { name: name(), type: "Cart" });
    const [first] = (await search(at(), reader)).content;
    const elsewhere = uuidv7({ msecs: nowMs });
    await put({ read_ids: [String(first?.["id"]), elsewhere] }, reader);
    await put({ read_ids: [elsewhere] }, other);
    await make("assets", { name: name(), type: "Cart" });
    const [both] = (await search(at(), reader)).content;
    expect(both).toMatchObject({ id: first?.["id"], count: 2, status: "justArrived" });
    for (const one of [reader, other]) expect((await state(one))["read_ids"]).toEqual([elsewhere]);
    await put({ read_ids: [String(both?.["id"])] }, reader);
    expect((await statuses(reader))[0]).toBe("read");
  });

  test("a person's read notifications keep the newest 500 single events, and no moment in the future", async () => {
    const own = await aToken(pulse, customer, "Viewer");
    const ids = Array.from({ length: 600 }, (_, nth) => uuidv7({ msecs: nowMs + nth }));
    await put({ read_ids: ids.slice(0, 300) }, own);
    await put({ read_ids: ids.slice(300) }, own);
    expect(await state(own)).toEqual({ last_fetched_at: null, read_ids: ids.slice(100).toReversed() });
    await put({ last_fetched_at: "2999-01-01T00:00:00Z" }, own);
    expect((await state(own))["last_fetched_at"]).toBe(new Date(nowMs).toISOString());
    expect((await put({ read_ids: ["x"] }, own)).content["code"]).toBe("invalid_parameter");
  });
});

describe("connected clients are notified at once", () => {
  beforeAll(newPlace);
  const login = async (as: string): Promise<{ socket: Socket; heard: Record<string, unknown>[] }> => {
    const socket = io(pulse.url, { transports: ["websocket"], reconnection: false, forceNew: true });
    sockets.push(socket);
    const heard: Record<string, unknown>[] = [];
    socket.on("notification", (event: Record<string, unknown>) => heard.push(event));
    await new Promise((resolve) => socket.emit("login", as, site.id, resolve));
    return { socket, heard };
  };
  const next = (socket: Socket, event: string) => new Promise<unknown>((resolve) => socket.once(event, resolve));

  test("connected clients are notified at once over the socket, if they may read it", async () => {
    const { socket } = await login(token);
    const { socket: reader, heard } = await login(await tokenWith(pulse, customer, ["role_management.r"]));
    const told = next(socket, "notification");
    const assetName = name();
    await make("assets", { name: assetName, type: "Cart" });
    expect(await told).toMatchObject({ asset_name: assetName, operation: "created", status: "justArrived", count: 1 });
    // The customer's events come too, and nothing that somebody may not read came before them.
    const both = [next(socket, "notification"), next(reader, "notification")];
    await make("roles", { name: name(), operation_ids: [] });
    expect(await Promise.all(both)).toMatchObject([{ level: "customer" }, { level: "customer" }]);
    expect(heard.map((event) => event["resource"])).toEqual(["crud"]);
  });

  test("connected clients are notified at once of what has been read on another device", async () => {
    const { socket } = await login(token);
    const told = next(socket, "notification_state");
    const id = uuidv7();
    await send("PUT", "users/me/notification-state", { read_ids: [id] });
    expect(await told).toEqual({ last_fetched_at: null, read_ids: [id] });
  });

  test("connected clients are notified over MQTT, on the site's topic for a site and on the customer's for the customer", async () => {
    await pulse.db
      .updateTable("customers")
      .set({ mqtt_username: `c-${customer.id}`, mqtt_secret_hash: hashSecret("pw") })
      .where("id", "=", customer.id)
      .execute();
    const { guid } = await pulse.db
      .selectFrom("customers")
      .select("guid")
      .where("id", "=", customer.id)
      .executeTakeFirstOrThrow();
    const client = await connectAsync(pulse.mqttUrl, {
      clientId: uuidv7(),
      username: `c-${customer.id}`,
      password: "pw",
    });
    const heard: [string, Record<string, unknown>][] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    client.on("message", (topic, payload) => {
      if (!topic.endsWith("/events")) return;
      heard.push([topic, JSON.parse(payload.toString()) as Record<string, unknown>]);
      if (heard.length === 2) resolve();
    });
    await client.subscribeAsync(`pulse/v1/${guid}/#`);
    later();
    const [asset, role] = [name(), name()];
    await make("assets", { name: asset, type: "Cart" });
    await make("roles", { name: role, operation_ids: [] });
    await promise;
    await client.endAsync();
    expect(heard).toMatchObject([
      [`pulse/v1/${guid}/${site.guid}/events`, { asset_name: asset, operation: "created" }],
      [`pulse/v1/${guid}/events`, { level: "customer", target: { name: role } }],
    ]);
  });
});
