import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fullAccess } from "@pulse/contract/access";
import type { LocationUpdate } from "@pulse/contract/live";
import { io, type Socket } from "socket.io-client";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Viewer } from "../platform/http/viewer.ts";
import { webSocketPaths } from "../platform/http/webSockets.ts";
import type { SocketAuthentication } from "./socketAuthentication.ts";
import { type LiveServer, liveServer } from "./liveServer.ts";

const siteId = "0198c1b2-0000-7000-8000-000000000001";
const viewerOf = (token: string): Viewer => ({
  userId: `person of ${token}`,
  email: "",
  customerId: "customer",
  roleId: `role of ${token}`,
  groupId: "group",
  isSuperadmin: false,
  devToolEnabled: false,
  access: fullAccess(),
  siteIds: null,
  tokenExpiresMs: Date.now() + 3600_000,
  signedInMs: 0,
});

let live: LiveServer;
let url: string;
let asked: string[];
let answer: SocketAuthentication["viewer"];
let stop: () => Promise<void>;
const sockets: Socket[] = [];

beforeEach(async () => {
  const http = createServer();
  asked = [];
  answer = async (token) => viewerOf(token);
  live = liveServer({
    http,
    webSockets: webSocketPaths(),
    authentication: {
      viewer: (token) => {
        asked.push(token);
        return answer(token);
      },
      place: async () => ({ siteId, customerId: "customer" }),
    },
    now: Date.now,
    behindMs: () => 0,
    onFlush: () => undefined,
    loginMs: 300,
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  stop = async () => {
    await live.close();
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  };
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.disconnect();
  await stop();
});

function open(): Socket {
  const socket = io(url, { transports: ["websocket"], forceNew: true, reconnectionDelay: 10 });
  sockets.push(socket);
  return socket;
}

const login = (socket: Socket, token: string) => new Promise((resolve) => socket.emit("login", token, siteId, resolve));

test("a token that cannot be checked breaks the connection without a refusal, and the client reconnects", async () => {
  answer = async () => {
    throw new Error("the database is away");
  };
  const socket = open();
  const failed: unknown[] = [];
  socket.on("failed_login", () => failed.push("failed_login"));
  socket.emit("login", "a", siteId);
  await new Promise((resolve) => socket.once("disconnect", resolve));
  answer = async (token) => viewerOf(token);
  await new Promise((resolve) => socket.once("connect", () => resolve(undefined)));
  expect([await login(socket, "a"), failed]).toEqual([{ ok: true }, []]);
});

test("a socket login whose check takes too long is not refused either", async () => {
  answer = () => new Promise(() => undefined);
  const socket = open();
  const failed: unknown[] = [];
  socket.on("failed_login", () => failed.push("failed_login"));
  socket.emit("login", "a", siteId);
  expect(await new Promise((resolve) => socket.once("disconnect", resolve))).toBe("transport close");
  expect(failed).toEqual([]);
});

test("a socket client keeps trying to reconnect after the server closes", async () => {
  const socket = open();
  await login(socket, "a");
  const left = new Promise((resolve) => socket.once("disconnect", resolve));
  await live.close();
  expect(await left).toBe("transport close");
  expect(socket.active).toBe(true);
});

test("a change of rights rechecks only the sockets of the people it concerns", async () => {
  for (const token of ["a", "b", "c"]) await login(open(), token);
  asked = [];
  await live.recheck({ kind: "role", ids: ["role of b"], siteId: null, customerId: null });
  expect(asked).toEqual(["b"]);
  await live.recheck({ kind: "asset", ids: ["person of a"], siteId: null, customerId: null });
  expect(asked).toEqual(["b"]);
  await live.recheck();
  expect(asked.toSorted()).toEqual(["a", "b", "b", "c"]);
});

test("a change of rights during a sign-in is not missed", async () => {
  const socket = open();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  answer = async (token) => {
    await held;
    return viewerOf(token);
  };
  const joined = login(socket, "a");
  while (asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
  const refused = new Promise((resolve) => socket.once("failed_login", resolve));
  await live.recheck({ kind: "user", ids: ["person of a"], siteId: null, customerId: null });
  answer = async () => null;
  release();
  await joined;
  expect(await refused).toEqual({ code: "unauthorized" });
});

const position = (trackerId: string, floorId: string): LocationUpdate =>
  ({
    guid: trackerId,
    pulseAssetGuid: null,
    assetId: null,
    trackerId,
    lat: 1,
    lon: 1,
    floorId,
    lastUpdated: new Date().toISOString(),
    sections: [],
  }) as unknown as LocationUpdate;
const floors = ["0198c1b2-0000-7000-8000-00000000000a", "0198c1b2-0000-7000-8000-00000000000b"] as const;
const watch = (socket: Socket, given: unknown) => new Promise((resolve) => socket.emit("watch", given, resolve));
const lookAt = (floorId: string) => ({ floor_ids: [floorId], box: null, asset_ids: [] });
/** The trackers of the next message. */
const heard = (socket: Socket): Promise<string[]> =>
  new Promise((resolve) =>
    socket.once("location_update", (items: { tracker_id: string }[]) => resolve(items.map((item) => item.tracker_id))),
  );

test("a client that reports its view gets the positions there, and every other client gets all", async () => {
  const [watcher, other] = [open(), open()];
  // A watch that is sent before signing in counts from the sign-in on.
  expect(await watch(watcher, lookAt(floors[0]))).toEqual({ ok: true });
  await login(watcher, "a");
  await login(other, "b");
  const both = Promise.all([heard(watcher), heard(other)]);
  live.add(siteId, position("near", floors[0]));
  live.add(siteId, position("far", floors[1]));
  live.flush();
  expect(await both).toEqual([["near"], ["near", "far"]]);
  // The positions held back on another floor come even if nothing moves there.
  const next = heard(watcher);
  await watch(watcher, lookAt(floors[1]));
  live.flushNotifications();
  expect(await next).toEqual(["far"]);
  const all = heard(watcher);
  await watch(watcher, null);
  live.add(siteId, position("near", floors[0]));
  live.add(siteId, position("far", floors[1]));
  live.flush();
  expect(await all).toEqual(["near", "far"]);
});

test("the view of a client stays the same when its rights are checked again", async () => {
  const watcher = open();
  await login(watcher, "a");
  await watch(watcher, lookAt(floors[0]));
  await live.recheck();
  const next = heard(watcher);
  live.add(siteId, position("far", floors[1]));
  live.flush();
  live.add(siteId, position("near", floors[0]));
  live.flush();
  expect(await next).toEqual(["near"]);
});

test.each([
  ["nothing at all", {}],
  ["a word", "floor"],
  ["no floors", { box: null, asset_ids: [] }],
  ["a floor that is no id", { floor_ids: ["ground"], box: null, asset_ids: [] }],
  [
    "a latitude of 91°",
    { ...lookAt(floors[0]), box: { north_west: { lat: 91, lon: 0 }, south_east: { lat: 0, lon: 0 } } },
  ],
  ["a thousand assets", { ...lookAt(floors[0]), asset_ids: Array.from({ length: 1000 }, () => floors[0]) }],
])("a view of %s is refused, and the client keeps getting what it got before", async (_, given) => {
  const socket = open();
  await login(socket, "a");
  expect(await watch(socket, given)).toEqual({ ok: false, code: "invalid_parameter" });
  const next = heard(socket);
  live.add(siteId, position("far", floors[1]));
  live.flush();
  expect(await next).toEqual(["far"]);
});

test("an endlessly nested view breaks nothing", async () => {
  const socket = open();
  await login(socket, "a");
  const next = heard(socket);
  // Written directly, since the client cannot write such a thing either.
  socket.io.engine.write(`2["watch",${"[".repeat(30_000)}${"]".repeat(30_000)}]`);
  expect(await watch(socket, "floor")).toEqual({ ok: false, code: "invalid_parameter" });
  live.add(siteId, position("far", floors[1]));
  live.flush();
  expect(await next).toEqual(["far"]);
});
