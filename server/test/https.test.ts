import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { type IncomingHttpHeaders, request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import { connect } from "node:net";
import { join } from "node:path";
import { connect as connectTls, getCACertificates, setDefaultCACertificates } from "node:tls";
import { connectAsync } from "mqtt";
import pino from "pino";
import { io } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ownCertificate } from "../src/platform/broker/ownCertificate.ts";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import { redirectTarget } from "../src/platform/http/httpsRedirect.ts";
import type { Certificate } from "../src/platform/tls/certificate.ts";
import { call } from "./support/api.ts";
import { aCustomer, aGateway, aSite } from "./support/builders.ts";
import { temporaryFolder } from "./support/database.ts";
import { aPerson, tokensOf } from "./support/people.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

const folder = temporaryFolder();
const files = { cert: join(folder, "web.crt"), key: join(folder, "web.key") };
const trusted = getCACertificates();
const logged: { level: number; msg: string }[] = [];
const log = pino({ level: "info" }, { write: (line) => logged.push(JSON.parse(line) as (typeof logged)[number]) });
let first: Certificate;
let second: Certificate;
let pulse: TestPulse;

const replace = ({ cert, key }: Partial<Certificate>): void => {
  if (cert !== undefined) writeFileSync(files.cert, cert);
  if (key !== undefined) writeFileSync(files.key, key);
};

beforeAll(async () => {
  [first, second] = await Promise.all([
    ownCertificate(join(folder, "first"), "one.test", Date.now()),
    ownCertificate(join(folder, "second"), "two.test", Date.now()),
  ]);
  replace(first);
  setDefaultCACertificates([...trusted, first.cert, second.cert]);
  pulse = await testPulse(
    { PULSE_TLS_CERT: files.cert, PULSE_TLS_KEY: files.key, PULSE_HTTP_REDIRECT_PORT: "0" },
    { log },
  );
});
afterAll(async () => {
  await pulse.stop();
  setDefaultCACertificates(trusted);
});

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

function send(to: string, path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  const { protocol, hostname, port } = new URL(to);
  const isSecure = protocol === "https:";
  return new Promise((resolve, reject) => {
    const options = { hostname, port, path, method, headers, ...(isSecure ? { ca: [first.cert, second.cert] } : {}) };
    (isSecure ? secureRequest : plainRequest)(options, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part: string) => (text += part));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    })
      .on("error", reject)
      .end();
  });
}

/** The name in the certificate that a new connection is shown. */
async function shownName(): Promise<unknown> {
  const socket = connectTls(pulse.port, "127.0.0.1", { rejectUnauthorized: false });
  await once(socket, "secureConnect");
  const { subject } = socket.getPeerCertificate();
  socket.destroy();
  return subject.CN;
}

describe("HTTPS on the web port", () => {
  test("the API answers a client that trusts the certificate, with strict transport security", async () => {
    expect(pulse.url).toBe(`https://127.0.0.1:${pulse.port}`);
    const answer = await send(pulse.url, "/api/version");
    expect([answer.status, answer.headers["strict-transport-security"]]).toEqual([200, "max-age=31536000"]);
    expect(JSON.stringify(logged)).not.toContain("without HTTPS");
  });

  test("people sign in, and the live socket and MQTT over WebSocket work over TLS", async () => {
    const customer = await aCustomer(pulse);
    const site = await aSite(pulse, customer);
    const gateway = await aGateway(pulse, customer, site, { x: 2, y: 2 });
    const person = await aPerson(pulse, customer);
    pulse.bus.publish("changed", everythingChanged);
    await pulse.settled();
    const { idToken } = await tokensOf(pulse, person.email);
    const me = await call(pulse, "GET", "users/me", { token: idToken });
    expect(me.content).toMatchObject({ email: person.email });
    // Calls that the server makes to its own user pool.
    expect((await call(pulse, "POST", "forgot-password", { body: { email: person.email } })).status).toBe(200);

    for (const transports of [["websocket"], ["polling"]]) {
      const socket = io(pulse.url, { transports, ca: first.cert, reconnection: false } as Parameters<typeof io>[1]);
      await once(socket as unknown as NodeJS.EventEmitter, "connect");
      expect(socket.io.engine.transport.name).toBe(transports[0]);
      socket.disconnect();
    }

    const { username, password } = gateway;
    const address = `wss://127.0.0.1:${pulse.port}/mqtt`;
    const client = await connectAsync(address, { username, password, ca: first.cert, reconnectPeriod: 0 });
    expect(client.connected).toBe(true);
    await client.endAsync();
  });

  test("bytes that are no TLS, and clients that leave during the handshake, end only their own connection", async () => {
    const odd = [
      "GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n",
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
      Buffer.from("160301ffff01", "hex"),
      Buffer.alloc(70_000, 0xff),
      Buffer.from("16030100050100000100", "hex"),
    ];
    for (const bytes of odd) {
      const socket = connect(pulse.port, "127.0.0.1");
      socket.on("error", () => undefined);
      await once(socket, "connect");
      const closed = new Promise((resolve) => socket.once("close", resolve));
      socket.end(bytes);
      socket.resume();
      await closed;
    }
    const left = connect(pulse.port, "127.0.0.1");
    await once(left, "connect");
    left.resetAndDestroy();
    const http2 = connectTls(pulse.port, "127.0.0.1", { ca: first.cert, ALPNProtocols: ["h2"] });
    await expect(once(http2, "secureConnect")).rejects.toThrow(/no application protocol/);
    expect((await send(pulse.url, "/api/version")).status).toBe(200);
    expect(logged.filter(({ level }) => level >= 50)).toEqual([]);
  });

  test("odd bytes inside TLS are answered as a broken request", async () => {
    const socket = connectTls(pulse.port, "127.0.0.1", { ca: first.cert });
    let text = "";
    socket.setEncoding("latin1").on("data", (part: string) => (text += part));
    socket.write("\u0000\u0001 nonsense\r\n\r\n");
    await once(socket, "close");
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe("a certificate that is replaced while Pulse runs", () => {
  test("a pair that does not fit is logged once and the old one stays, and a good pair is used", async () => {
    expect(await shownName()).toBe("one.test");
    replace({ cert: second.cert });
    await pulse.turn();
    await pulse.turn();
    expect(await shownName()).toBe("one.test");
    const warnings = logged.filter(({ msg }) => msg.startsWith("the new certificate for HTTPS cannot be used"));
    expect(warnings).toHaveLength(1);
    replace(second);
    await pulse.turn();
    expect(await shownName()).toBe("two.test");
    replace(first);
    await pulse.turn();
    expect(await shownName()).toBe("one.test");
  });

  test("a certificate that cannot be read stops the start with one line that names its files", async () => {
    const start = testPulse({ PULSE_TLS_CERT: "none.crt", PULSE_TLS_KEY: "none.key" }, { keep: true });
    await expect(start).rejects.toThrow(
      /^PULSE_TLS_CERT="none.crt" and PULSE_TLS_KEY="none.key" cannot be used: ENOENT[^\n]*$/,
    );
    const swapped = testPulse({ PULSE_TLS_CERT: files.key, PULSE_TLS_KEY: files.cert }, { keep: true });
    await expect(swapped).rejects.toThrow(/^PULSE_TLS_CERT="[^\n]*$/);
  });
});

describe("the port that redirects to HTTPS", () => {
  const at = () => `http://127.0.0.1:${pulse.redirectPort}`;

  test("every request is sent on with 308 to the same host and path, whatever its method", async () => {
    for (const method of ["GET", "POST", "DELETE"]) {
      const answer = await send(at(), "/api/v3/assets?page=2", {}, method);
      expect(answer.status).toBe(308);
      expect(answer.headers.location).toBe(`https://127.0.0.1:${pulse.port}/api/v3/assets?page=2`);
      expect(answer.headers["strict-transport-security"]).toBeUndefined();
    }
    expect((await send(at(), "/healthz")).status).toBe(308);
    expect((await send(pulse.url, "/healthz")).status).toBe(200);
  });

  test("a request to become a WebSocket is redirected too, and one without a readable host is refused", async () => {
    const upgrade = { connection: "upgrade", upgrade: "websocket" };
    expect((await send(at(), "/mqtt", upgrade)).status).toBe(308);
    expect((await send(at(), "/", { host: "evil host" })).status).toBe(400);
  });

  test("the public address is used if it is set, and no path or host can lead anywhere else", () => {
    const own = { origin: null, port: 8443 };
    const target = (host: string | undefined, path: string, to: { origin: string | null; port: number } = own) =>
      redirectTarget({ host, path }, to);
    expect(target("pulse.test:8080", "/a")).toBe("https://pulse.test:8443/a");
    expect(target("[::1]:8080", "/a", { origin: null, port: 443 })).toBe("https://[::1]/a");
    expect(target("10.0.0.1", "/a?b#", { origin: "https://pulse.test", port: 1 })).toBe("https://pulse.test/a?b#");
    expect(target("pulse.test", "http://evil.test/a")).toBe("https://pulse.test:8443/a");
    expect(target("pulse.test", "http://evil.test?a")).toBe("https://pulse.test:8443/?a");
    expect(target("pulse.test", "*")).toBe("https://pulse.test:8443/");
    expect(target("pulse.test", "//evil.test")).toBe("https://pulse.test:8443//evil.test");
    for (const host of [undefined, "", "a b", "a@evil.test", "evil.test/x", "[::1"])
      expect(target(host, "/")).toBeNull();
  });

  test("a redirect port that is taken stops the start with one line", async () => {
    const start = testPulse(
      {
        PULSE_TLS_CERT: files.cert,
        PULSE_TLS_KEY: files.key,
        PULSE_HTTP_REDIRECT_PORT: String(pulse.redirectPort),
      },
      { keep: true },
    );
    await expect(start).rejects.toThrow(/^PULSE_HTTP_REDIRECT_PORT=\d+: the port is already in use/);
  });
});

test("the log warns of an address that is neither HTTPS nor loopback", async () => {
  const before = logged.length;
  const other = await testPulse({ PULSE_PUBLIC_URL: "http://192.168.1.5:8080" }, { keep: true, log });
  await other.stop();
  const warnings = logged.slice(before).filter(({ msg }) => msg.includes("without HTTPS"));
  expect(warnings.map(({ msg }) => msg)).toEqual([expect.stringContaining("http://192.168.1.5:8080")]);
  expect(warnings[0]!.msg).toContain("passkeys, offline mode, GPS and push");
});
