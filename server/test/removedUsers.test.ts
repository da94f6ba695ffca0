import { io, type Socket } from "socket.io-client";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import type { LocatedFix } from "../src/platform/bus/bus.ts";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import { anOrganisation } from "./support/anOrganisation.ts";
import { anAsset, aToken, type TestAsset, type TestSite } from "./support/builders.ts";
import { idOf } from "./support/newcomers.ts";
import { aPerson, identityCall, passwordSignIn, tokensIn, tokensOf } from "./support/people.ts";
import { aRole, tokenWith } from "./support/rights.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// What is taken away from a person is gone at once, for requests and for sockets that are already open.
let pulse: TestPulse;
let customer: NewCustomer;
let site: TestSite;
let asset: TestAsset;
let administrator: string;
const sockets: Socket[] = [];

beforeAll(async () => {
  pulse = await testPulse();
  ({ customer, site, token: administrator } = await anOrganisation(pulse));
  asset = await anAsset(pulse, customer, site);
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});
afterAll(() => pulse.stop());

/** A socket that has signed in. */
async function listen(token: string): Promise<Socket> {
  const socket = io(pulse.url, { transports: ["websocket"], reconnection: false, forceNew: true });
  sockets.push(socket);
  const answer = await new Promise((resolve) => {
    socket.on("failed_login", () => resolve("failed_login"));
    socket.emit("login", token, site.id, resolve);
  });
  expect(answer).toEqual({ ok: true });
  return socket;
}

const once = (socket: Socket, event: string) => new Promise<unknown>((resolve) => socket.once(event, resolve));

const fix = (): LocatedFix => ({
  siteId: site.id,
  trackerId: asset.trackerId,
  lat: 51.9,
  lon: 4.4,
  fix: {
    atMs: Date.now(),
    x: 1,
    y: 0,
    floor: site.floorId,
    elevationM: 1.2,
    accuracyM: 2,
    accuracyOuterM: 4,
    mechanism: "TRILATERATED",
    moving: true,
    nearest: null,
    shown: true,
    floorUncertain: false,
    gatewaysHeard: 4,
    room: null,
    raw: { x: 1, y: 0, atMs: Date.now(), varianceM2: 1 },
  },
});

type Item = Record<string, unknown>;

/** Sends positions until this is true of what the witness received. */
async function heard(socket: Socket, until: (items: Item[]) => boolean): Promise<void> {
  const moving = setInterval(() => pulse.bus.publish("fixes", [fix()]), 50);
  await new Promise<void>((resolve) => {
    socket.on("location_update", (items: Item[]) => {
      if (until(items)) resolve();
    });
  });
  clearInterval(moving);
}

test("a deleted person is signed out at once: requests, open sockets, token refresh and sign-in", async () => {
  const person = await aPerson(pulse, customer);
  const body = await passwordSignIn(pulse, person.email);
  const { idToken } = tokensIn(body);
  const refreshToken = (body["AuthenticationResult"] as { RefreshToken: string }).RefreshToken;
  const socket = await listen(idToken);
  const beforeMs = performance.now();
  const [refused, closed] = [once(socket, "failed_login"), once(socket, "disconnect")];

  const gone = await call(pulse, "DELETE", `users/${person.userId}`, { token: administrator });
  expect([gone.status, gone.content]).toEqual([200, { id: person.userId }]);
  const answer = await call(pulse, "GET", "users/me", { token: idToken });
  expect([answer.status, answer.content["code"]]).toEqual([401, "unauthorized"]);
  await refused;
  await closed;
  // Long before the next check of every socket.
  expect(performance.now() - beforeMs).toBeLessThan(8_000);
  const refresh = await identityCall(pulse, "InitiateAuth", {
    AuthFlow: "REFRESH_TOKEN_AUTH",
    ClientId: pulse.identity.pools.current.clientId,
    AuthParameters: { REFRESH_TOKEN: refreshToken },
  });
  expect(refresh.status).toBe(400);
  await expect(tokensOf(pulse, person.email)).rejects.toThrow("no tokens");
  expect((await call(pulse, "GET", `migration/users/${person.email}/exists`)).content["exists"]).toBe(false);
  expect((await call(pulse, "DELETE", `users/${person.userId}`, { token: administrator })).status).toBe(404);
});

test("people who lose a site stay signed in and get nothing from it until they have it back", async () => {
  const group = await call(pulse, "POST", "groups", {
    token: administrator,
    body: { name: "The site", site_ids: [site.id] },
  });
  const path = `groups/${String(group.content["id"])}`;
  const token = await aToken(pulse, { ...customer, groupId: String(group.content["id"]) }, "Viewer");
  const [socket, witness] = [await listen(token), await listen(administrator)];
  const failed: unknown[] = [];
  socket.on("failed_login", () => failed.push("failed_login"));
  await heard(socket, () => true);

  await call(pulse, "PUT", path, { token: administrator, body: { site_ids: [] } });
  // Asked after the change, so that everything earlier has been sent.
  await pulse.recheck();
  let late = 0;
  socket.on("location_update", () => (late += 1));
  await heard(witness, () => true);
  await beat(socket);
  expect([late, failed, socket.connected]).toEqual([0, [], true]);
  expect((await call(pulse, "GET", "users/me", { token })).status).toBe(200);

  await call(pulse, "PUT", path, { token: administrator, body: { site_ids: [site.id] } });
  await heard(socket, () => true);
});

test("an open socket gets elevations only while its person may read them", async () => {
  const token = await tokenWith(pulse, customer, ["asset_management.r", "location_elevation.r"]);
  const socket = await listen(token);
  await heard(socket, ([item]) => item !== undefined && "elevation" in item);
  const flat = await aRole(pulse, customer, ["asset_management.r"]);
  const path = `users/${await idOf(pulse, token)}`;
  const changed = await call(pulse, "PUT", path, { token: administrator, body: { role_id: flat } });
  expect(changed.status).toBe(200);
  await heard(socket, ([item]) => item !== undefined && !("elevation" in item));
});

test("a session ended elsewhere loses its sockets at the next check", async () => {
  const person = await aPerson(pulse, customer);
  const { idToken, accessToken } = await tokensOf(pulse, person.email);
  const socket = await listen(idToken);
  const closed = once(socket, "failed_login");
  await identityCall(pulse, "GlobalSignOut", { AccessToken: accessToken });
  await pulse.recheck();
  await closed;
  expect((await call(pulse, "GET", "users/me", { token: idToken })).status).toBe(401);
});

/** Resolves when everything that was sent to the socket before has arrived. */
async function beat(socket: Socket): Promise<void> {
  const back = once(socket, "heartbeat");
  socket.emit("heartbeat");
  await back;
}

test("the reports of a site are no longer shown, written or mailed without the right to enter it", async () => {
  const token = await aToken(pulse, customer, "Manager", { siteIds: [site.id] });
  const get = async (path: string) => call(pulse, "GET", path, { token });
  const { email, user_group_id: group } = (await get("users/me")).content as unknown as Record<string, string>;
  const query = `site_id=${site.id}&start_time_utc=2026-10-24T00:00:00Z&end_time_utc=2026-10-25T00:00:00Z`;
  const body = { formats_list: ["csv"], deliveries_list: [{ type: "email", user_email: email }] };
  const ask = async () => {
    const asked = await call(pulse, "POST", `reports/active-beacons?${query}`, { token, body });
    return String(asked.content["id"]);
  };
  const stored = (id: string) =>
    pulse.db.selectFrom("reports").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const first = await ask();
  await vi.waitFor(async () => expect((await stored(first)).mailed_at).not.toBeNull(), 20_000);
  const written = await ask();
  await vi.waitFor(async () => expect((await stored(written)).mailed_at).not.toBeNull(), 20_000);

  await pulse.db.deleteFrom("group_sites").where("user_group_id", "=", group!).execute();
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
  expect((await get("reports")).content).toEqual([]);
  for (const path of [`reports/${first}`, `reports/${first}/file`]) expect((await get(path)).status).toBe(404);
  expect((await call(pulse, "DELETE", `reports/${first}`, { token })).status).toBe(404);

  // One waits for its mail and one is to be written when somebody else's report starts the work.
  const due = { next_try_at: new Date(0), mailed_at: null };
  await pulse.db.updateTable("reports").set(due).where("id", "=", first).execute();
  await pulse.db
    .updateTable("reports")
    .set({ ...due, state: "queued" })
    .where("id", "=", written)
    .execute();
  const me = (await call(pulse, "GET", "users/me", { token: administrator })).content["email"];
  const theirs = { formats_list: ["csv"], deliveries_list: [{ type: "email", user_email: me }] };
  await call(pulse, "POST", `reports/active-beacons?${query}`, { token: administrator, body: theirs });
  const forbidden = "operation_not_allowed";
  await vi.waitFor(async () => expect(await stored(first)).toMatchObject({ mail_reason: forbidden }), 20_000);
  expect(await stored(first)).toMatchObject({ mailed_at: null });
  // Mails and files are separate work, and either may be done first.
  const failed = { state: "failed", reason: forbidden, mailed_at: null };
  await vi.waitFor(async () => expect(await stored(written)).toMatchObject(failed), 20_000);
});
