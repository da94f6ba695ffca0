import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { WebSocket } from "ws";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

let pulse: TestPulse;
/** What would have ended the process. */
let uncaught: unknown[];
const note = (error: unknown): void => void uncaught.push(error);

beforeAll(async () => {
  pulse = await testPulse();
});
afterAll(() => pulse.stop());
beforeEach(() => {
  uncaught = [];
  process.on("uncaughtExceptionMonitor", note);
});
afterEach(() => process.off("uncaughtExceptionMonitor", note));

/** An open connection to the HTTP port that has sent one request, with `Connection: Upgrade`. */
async function asking(path: string, upgrade: string, method = "GET", more: string[] = []): Promise<Socket> {
  const socket = connect(Number(new URL(pulse.url).port), "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  const lines = [`${method} ${path} HTTP/1.1`, "host: 127.0.0.1", `upgrade: ${upgrade}`, ...more];
  socket.write([...lines, "", ""].join("\r\n"));
  return socket;
}

/** The first line of what is answered. */
async function answered(socket: Socket): Promise<string> {
  let text = "";
  while (!text.includes("\r\n")) {
    const [part] = (await once(socket, "data")) as [Buffer];
    text += part.toString("latin1");
  }
  socket.destroy();
  return text.split("\r\n", 1)[0]!;
}

const webSocket = ["connection: Upgrade", "sec-websocket-version: 13", "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ=="];

test.each(["//", "///", "//[", "http://[/mqtt", "*"])(
  "a WebSocket upgrade of %s, which is no address, gets an answer and ends nothing",
  async (path) => {
    const answer = await answered(await asking(path, "websocket", "GET", webSocket));
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(uncaught).toEqual([]);
  },
);

test.each(["/", "/nowhere", "/api/v3/nowhere", "/mqtt/more", "/socket.io"])(
  "a WebSocket upgrade of %s, where there is no WebSocket, is answered at once like a request without one",
  async (path) => {
    const plain = await fetch(`${pulse.url}${path}`);
    const answer = await answered(await asking(path, "websocket", "GET", webSocket));
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${plain.status} `));
  },
);

test.each(["/nowhere", "/mqtt", "/socket.io/?EIO=4&transport=websocket", "/api/version"])(
  "a WebSocket upgrade of %s whose connection is reset at once ends nothing",
  async (path) => {
    for (let nth = 0; nth < 20; nth++) {
      const socket = await asking(path, "websocket", "GET", webSocket);
      socket.resetAndDestroy();
    }
    // Answered after the resets, on a connection that was opened after them.
    expect((await fetch(`${pulse.url}/api/version`)).status).toBe(200);
    expect(uncaught).toEqual([]);
  },
);

test.each(["h2c", "TLS/1.0", "foo/2, bar", "websocket, h2c"])(
  "an offer to upgrade to %s is ignored and the request answered as HTTP/1.1",
  async (protocol) => {
    const headers = ["connection: Upgrade, HTTP2-Settings", "http2-settings: AAMAAABkAAQAAP__"];
    expect(await answered(await asking("/api/version", protocol, "GET", headers))).toBe("HTTP/1.1 200 OK");
  },
);

test("a request with a body that offers h2c is answered by its body, as Java's client sends it", async () => {
  const body = "{}";
  const socket = await asking("/api/v3/forgot-password", "h2c", "POST", [
    "connection: Upgrade, HTTP2-Settings",
    "http2-settings: AAMAAABkAAQAAP__",
    "content-type: application/json",
    `content-length: ${body.length}`,
  ]);
  socket.write(body);
  const plain = await fetch(`${pulse.url}/api/v3/forgot-password`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  expect(await answered(socket)).toMatch(new RegExp(`^HTTP/1\\.1 ${plain.status} `));
});

test("both WebSockets still open, with a query and through any spelling of the header", async () => {
  for (const path of ["/mqtt?client=1", "/socket.io/?EIO=4&transport=websocket"]) {
    const socket = new WebSocket(`${pulse.url.replace("http", "ws")}${path}`, { headers: { upgrade: "WebSocket" } });
    await once(socket, "open");
    expect(socket.readyState).toBe(WebSocket.OPEN);
    socket.terminate();
  }
});
