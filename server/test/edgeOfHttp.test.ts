import { once } from "node:events";
import { type IncomingHttpHeaders, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { endpoints } from "@pulse/contract/endpoints";
import type { FastifyInstance } from "fastify";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newApp } from "../src/platform/http/app.ts";
import { call } from "./support/api.ts";
import { aCustomer, anAsset, aSite, aToken } from "./support/builders.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

let pulse: TestPulse;
beforeAll(async () => {
  pulse = await testPulse({ PULSE_OUTBOX: "1" });
});
afterAll(() => pulse.stop());

interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}
/** Sends any header, including those that `fetch` sets itself, and any path. */
function ask(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<RawAnswer> {
  const { port } = new URL(pulse.url);
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port, path, method, headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part: string) => (text += part));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    });
    asked.on("error", reject).end();
  });
}
const codeOf = (text: string): unknown =>
  (JSON.parse(text) as { result: { content: { code: unknown } } }).result.content.code;

describe("a body", () => {
  const deep = `{"email":${"[".repeat(3000)}${"]".repeat(3000)}}`;
  test.each(["signup", "forgot-password", "verify-email"])(
    "a request body nested 3,000 deep is refused as bad input at %s, without signing in",
    async (path) => {
      const answer = await call(pulse, "POST", path, { body: deep });
      expect([answer.status, answer.content["code"]]).toEqual([400, "invalid_parameter"]);
      expect(answer.content["details"]).toMatchObject([{ path: "body" }]);
    },
  );

  test("a request that needs no body may announce JSON and send none", async () => {
    const customer = await aCustomer(pulse);
    const site = await aSite(pulse, customer);
    const asset = await anAsset(pulse, customer, site, { linked: false });
    const token = await aToken(pulse, customer, "Administrator");
    const empty = { token, headers: { "content-type": "application/json" }, body: "" };
    expect((await call(pulse, "PUT", `assets/${asset.id}/archive`, empty)).content).toMatchObject({ archived: true });
    expect((await call(pulse, "DELETE", `assets/${asset.id}`, empty)).content).toEqual({ id: asset.id });
    const made = await call(pulse, "POST", `assets?site_id=${site.id}`, empty);
    expect([made.status, made.content["details"]]).toMatchObject([400, [{ path: "name", code: "field_required" }, {}]]);
  });

  test("a request body nested 30,000 deep is bad input at the identity endpoint too", async () => {
    const answer = await fetch(`${pulse.url}/identity/`, {
      method: "POST",
      headers: {
        "content-type": "application/x-amz-json-1.1",
        "x-amz-target": "AWSCognitoIdentityProviderService.InitiateAuth",
      },
      body: `{"AuthParameters":${"[".repeat(30_000)}${"]".repeat(30_000)}}`,
    });
    expect(answer.status).toBe(400);
  });

  test("a request body may contain any number of brackets in its texts", async () => {
    const answer = await call(pulse, "POST", "forgot-password", { body: { email: '\\"[{'.repeat(100) } });
    expect(answer.content["details"]).toMatchObject([{ path: "email" }]);
  });

  test("a request body that does not arrive in time ends in 408 and closes the connection", async () => {
    const app = await newApp(pino({ level: "silent" }), { bodyMs: 100 });
    let ran = false;
    app.post("/", async () => (ran = true));
    const text = await halfSent(app, "/");
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(codeOf(text.slice(text.indexOf("\r\n\r\n")))).toBe("request_timeout");
    expect(ran).toBe(false);
  });

  test("a request body that does not arrive in time closes its connection even if it was refused long before", async () => {
    const app = await newApp(pino({ level: "silent" }), { bodyMs: 100 });
    expect(await halfSent(app, "/nowhere")).toMatch(/^HTTP\/1\.1 404 /);
  });

  /** Sends half a body and returns what is answered until the connection ends. */
  async function halfSent(app: FastifyInstance, path: string): Promise<string> {
    await app.listen({ host: "127.0.0.1", port: 0 });
    const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
    let text = "";
    socket.setEncoding("utf8").on("data", (part: string) => (text += part));
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{"a":`,
    );
    await once(socket, "close");
    await app.close();
    return text;
  }
});

describe("routes for this machine only", () => {
  const local = ["/metrics", "/dev/outbox", "/dev/outbox.json"];
  test.each(local)("the route %s answers under this machine's own names", async (path) => {
    for (const host of ["127.0.0.1", "localhost:8080", "pulse.localhost", "[::1]:8080"])
      expect([host, (await ask(path, { host })).status]).toEqual([host, 200]);
  });

  test.each(local)(
    "the route %s is not found under a foreign name, so that no page of another site can read it",
    async (path) => {
      for (const host of ["pulse.example.test", "127.0.0.1.example.test", "localhost.example.test", "10.0.0.7:8080"])
        expect([host, (await ask(path, { host })).status]).toEqual([host, 404]);
    },
  );

  test.each(local)("the route %s is not found through a proxy on this machine", async (path) => {
    for (const header of ["x-real-ip", "x-forwarded-for", "x-forwarded-host", "forwarded", "via"])
      expect([header, (await ask(path, { [header]: "127.0.0.1" })).status]).toEqual([header, 404]);
  });
});

describe("a malformed request", () => {
  test("a malformed request is refused in the envelope if the address cannot be read", async () => {
    for (const path of ["/%", "/api/v3/assets/%E0%A4%A"]) {
      const answer = await ask(path);
      expect([path, answer.status, codeOf(answer.text)]).toEqual([path, 400, "invalid_parameter"]);
      expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    }
    const long = await ask(`/api/v3/assets/${"a".repeat(600)}`);
    expect([long.status, codeOf(long.text)]).toEqual([404, "not_found"]);
  });

  test("a malformed request is refused in the envelope if the headers are too large", async () => {
    const answer = await ask("/api/version", { "x-large": "a".repeat(20_000) });
    expect([answer.status, codeOf(answer.text)]).toEqual([431, "headers_too_large"]);
  });
});

describe("a method that a route does not support", () => {
  const addresses = [...new Set(endpoints.map(({ path }) => path))];
  test.each(addresses)(
    "a method that a route does not support is 405 at %s, with the supported methods",
    async (path) => {
      const methods = endpoints.filter((each) => each.path === path).map(({ method }) => method);
      const answer = await ask(path.replaceAll(/:\w+/g, "x"), { "content-type": "application/json" }, "PATCH");
      expect([answer.status, codeOf(answer.text)]).toEqual([405, "method_not_allowed"]);
      const allowed = String(answer.headers["allow"]).split(", ");
      expect(allowed.filter((method) => method !== "HEAD")).toEqual(methods.toSorted());
    },
  );

  test("a request is 404 if there is no such route, and its body is not read", async () => {
    const answer = await call(pulse, "POST", "no-such-route", { body: "{nonsense" });
    expect([answer.status, answer.content["code"]]).toEqual([404, "not_found"]);
    const wrong = await call(pulse, "PATCH", "/api/version", { body: "{nonsense" });
    expect(wrong.status).toBe(405);
  });
});

test("answers about people are never cached, not even refusals", async () => {
  const token = await aToken(pulse, await aCustomer(pulse), "Administrator");
  for (const path of ["users/me", "users", "sites", "assets/nonsense"])
    expect((await call(pulse, "GET", path, { token })).headers.get("cache-control")).toBe("no-store");
  expect((await call(pulse, "GET", "users/me")).headers.get("cache-control")).toBe("no-store");
  const keys = await call(pulse, "GET", `/identity/${pulse.identity.pools.current.userPoolId}/.well-known/jwks.json`);
  expect(keys.headers.get("cache-control")).toBe("public, max-age=300");
});
