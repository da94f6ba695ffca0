import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fullAccess } from "@pulse/contract/access";
import { io, type Socket } from "socket.io-client";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Viewer } from "../http/viewer.ts";
import type { LiveDoor } from "./liveDoor.ts";
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
let answer: LiveDoor["viewer"];
let stop: () => Promise<void>;
const sockets: Socket[] = [];

beforeEach(async () => {
  const http = createServer();
  asked = [];
  answer = async (token) => viewerOf(token);
  live = liveServer({
    http,
    door: {
      viewer: (token) => {
        asked.push(token);
        return answer(token);
      },
      place: async () => ({ siteId, customerId: "customer" }),
    },
    now: Date.now,
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

test("while nobody can check a token the connection breaks without a refusal, and the client reconnects", async () => {
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

test("a login that takes too long to check is not refused either", async () => {
  answer = () => new Promise(() => undefined);
  const socket = open();
  const failed: unknown[] = [];
  socket.on("failed_login", () => failed.push("failed_login"));
  socket.emit("login", "a", siteId);
  expect(await new Promise((resolve) => socket.once("disconnect", resolve))).toBe("transport close");
  expect(failed).toEqual([]);
});

test("clients reconnect by themselves to a server that restarts", async () => {
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

test("a change that comes while somebody signs in is not missed", async () => {
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
