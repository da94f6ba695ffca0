import { io, type Socket } from "socket.io-client";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { call } from "./support/api.ts";
import { aCustomer, aSite, aToken } from "./support/builders.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// While the pool's keys cannot be read no token is at fault, and nobody is signed out.
let pulse: TestPulse;
let siteId: string;
let token: string;
let aheadMs = 0;
let socket: Socket | null = null;

const reachable = globalThis.fetch;
type Keys = "up" | "refused" | "timed out" | "an error page" | "no key set";
let keys: Keys = "up";
let asked = 0;

async function fetchKeys(): Promise<Response> {
  asked++;
  if (keys === "refused") throw new TypeError("fetch failed");
  // How a fetch ends whose answer came while the event loop was blocked.
  if (keys === "timed out") throw new DOMException("The operation was aborted due to timeout", "TimeoutError");
  if (keys === "an error page") return new Response("Bad gateway", { status: 502 });
  return Response.json({ hello: "captive portal" });
}

beforeAll(async () => {
  vi.stubGlobal("fetch", (url: string | URL, init?: RequestInit) =>
    keys !== "up" && url.toString().endsWith("/jwks.json") ? fetchKeys() : reachable(url, init),
  );
});
beforeEach(async () => {
  keys = "up";
  aheadMs = 0;
  pulse = await testPulse({}, { now: () => Date.now() + aheadMs });
  const customer = await aCustomer(pulse);
  siteId = (await aSite(pulse, customer)).id;
  token = await aToken(pulse, customer, "Administrator");
});
afterEach(async () => {
  socket?.disconnect();
  await pulse.stop();
});
afterAll(() => vi.unstubAllGlobals());

const me = (as = token) => call(pulse, "GET", "users/me", { token: as });

/** How a login on the live socket ends: `ok`, `failed_login`, or a connection that breaks without a message. */
function login(): Promise<string> {
  socket?.disconnect();
  socket = io(pulse.url, { transports: ["websocket"], reconnection: false, forceNew: true });
  return new Promise((resolve) => {
    socket!.on("failed_login", () => resolve("failed_login"));
    socket!.on("disconnect", (reason) => resolve(reason));
    socket!.emit("login", token, siteId, () => resolve("ok"));
  });
}

/** Signed with a key that nobody has published yet. */
function withUnknownKey(): string {
  const [, body, signature] = token.split(".");
  const head = Buffer.from(JSON.stringify({ alg: "RS256", kid: "next" })).toString("base64url");
  return `${head}.${body}.${signature}`;
}

test.each<Keys>(["refused", "timed out", "an error page", "no key set"])(
  "before the first key set is read (%s) a good token gets 503, a bad one 401",
  async (trouble) => {
    keys = trouble;
    const answer = await me();
    expect([answer.status, answer.content["code"]]).toEqual([503, "service_unavailable"]);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await me("nonsense")).status).toBe(401);
    // Without a message about the token, so that clients reconnect by themselves.
    expect(await login()).toBe("transport close");
    keys = "up";
    expect((await me()).status).toBe(200);
    expect(await login()).toBe("ok");
  },
);

test("the last good key set is used while a newer one cannot be read", async () => {
  expect((await me()).status).toBe(200);
  keys = "timed out";
  asked = 0;
  aheadMs = 3600_000;
  expect((await me()).status).toBe(200);
  expect(await login()).toBe("ok");
  await vi.waitFor(() => expect(asked).toBeGreaterThan(0), 30_000);
  expect((await me()).status).toBe(200);
});

test("a token with an unknown key gets 401 only if the newest keys are known", async () => {
  expect((await me(withUnknownKey())).status).toBe(401);
  keys = "refused";
  aheadMs = 3600_000;
  expect((await me(withUnknownKey())).status).toBe(503);
  expect((await me()).status).toBe(200);
});
