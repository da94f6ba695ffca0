import type { AddressInfo } from "node:net";
import { fullAccess } from "@pulse/contract/access";
import { enableMfa } from "@pulse/contract/accounts";
import { listAssets } from "@pulse/contract/assets";
import { endpoints } from "@pulse/contract/endpoints";
import { AppError } from "@pulse/contract/errors";
import pino from "pino";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newApp } from "../src/platform/http/app.ts";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import { admission, type Authenticator } from "../src/platform/http/admission.ts";
import { route, type RouteContext } from "../src/platform/http/route.ts";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import { aCustomer, aGateway, aSite, aToken, type TestGateway } from "./support/builders.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// An endpoint is for people, devices or API keys. A known caller of another kind gets 403 and keeps their credentials.
const guarded = endpoints.filter(({ access }) => access !== "public");
const nowhere = uuidv7();
const pathOf = (path: string): string =>
  `${path.replace(":attr", "phone_number").replaceAll(/:\w+/g, nowhere)}?site_id=${nowhere}`;

describe("with a gateway's user name and password", () => {
  let pulse: TestPulse;
  let customer: NewCustomer;
  let gateway: TestGateway;
  beforeAll(async () => {
    pulse = await testPulse();
    customer = await aCustomer(pulse);
    gateway = await aGateway(pulse, customer, await aSite(pulse, customer), { x: 1, y: 1 });
    pulse.bus.publish("changed", everythingChanged);
    await pulse.settled();
  });
  afterAll(() => pulse.stop());

  const basic = (password: string) => ({
    authorization: `Basic ${Buffer.from(`${gateway.username}:${password}`).toString("base64")}`,
  });

  test.each(guarded.map((endpoint) => [endpoint.id, endpoint] as const))(
    "the endpoint %s answers a gateway's user name and password as its principals say",
    async (_id, endpoint) => {
      const { method, path, principals } = endpoint;
      const answer = await call(pulse, method, pathOf(path), { headers: basic(gateway.password) });
      if (principals.includes("device")) expect([401, 403]).not.toContain(answer.status);
      else expect([answer.status, answer.content["code"]]).toEqual([403, "operation_not_allowed"]);
    },
  );

  test("unknown callers with user name and password get 401, and wrong passwords are limited", async () => {
    const seen: number[] = [];
    for (let nth = 0; nth < 12; nth++)
      seen.push((await call(pulse, "GET", "users/me", { headers: basic(`wrong ${nth}`) })).status);
    expect(seen).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
  });

  test("a person's token takes precedence over Basic credentials added by a proxy", async () => {
    const token = await aToken(pulse, customer, "Viewer");
    const headers = { authorization: "Basic cHJveHk6cGFzcw==", "x-id-token": token };
    expect((await call(pulse, "GET", "users/me", { headers })).status).toBe(200);
  });

  test("endpoints for devices refuse people, whatever their rights", async () => {
    for (const token of [await aToken(pulse, customer, "Administrator"), await aToken(pulse, null, null)]) {
      const answer = await call(pulse, "POST", "ingest/scans", { token, body: {} });
      expect([answer.status, answer.content["code"]]).toEqual([403, "operation_not_allowed"]);
    }
  });
});

describe("with an API key as another authenticator", () => {
  const viewer = {
    userId: nowhere,
    email: "",
    customerId: nowhere,
    roleId: null,
    groupId: null,
    isSuperadmin: false,
    devToolEnabled: false,
    access: fullAccess(),
    siteIds: null,
    tokenExpiresMs: 0,
    signedInMs: 0,
  };
  const keys: Authenticator = {
    kind: "apiKey",
    credentialOf: (request) => /^Bearer (pulse_\w+)$/.exec(request.headers.authorization ?? "")?.[1] ?? null,
    judge: async (shown) => {
      if (shown !== "pulse_good") throw new AppError("unauthorized");
      return { kind: "apiKey", viewer, keyId: nowhere };
    },
  };
  const nothing = (): Promise<never> => Promise.reject(new Error("nothing is written here"));
  const seen: unknown[] = [];
  let url: string;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    const app = await newApp(pino({ level: "silent" }));
    const context: RouteContext = {
      app,
      authenticate: admission([keys]),
      enterSite: async () => ({ siteId: nowhere, customerId: nowhere }),
      enterCustomer: async () => undefined,
      unit: { commit: nothing, commitAsSystem: nothing, commitEvents: nothing },
      once: (_write, work) => work(async () => undefined),
      isKnownKey: async () => false,
      refused: () => undefined,
    };
    route(context, listAssets, async ({ principal }) => {
      seen.push(principal);
      return { content: [] };
    });
    route(context, enableMfa, async ({ write }) => ({ content: write.unchanged({ mfaEnabled: true }) }));
    await app.listen({ port: 0, host: "127.0.0.1" });
    url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    stop = () => app.close();
  });
  afterAll(() => stop());

  const ask = async (method: string, path: string, key?: string): Promise<number> =>
    (await fetch(url + path, { method, headers: key === undefined ? {} : { authorization: `Bearer ${key}` } })).status;

  test("an API key is accepted by endpoints that require operations, and not by those about one's own account", async () => {
    expect(await ask("GET", `${listAssets.path}?site_id=${nowhere}`, "pulse_good")).toBe(200);
    expect(seen).toMatchObject([{ kind: "apiKey", keyId: nowhere }]);
    expect(await ask("PUT", enableMfa.path, "pulse_good")).toBe(403);
  });

  test("an unknown API key gets 401, and so does no key", async () => {
    expect(await ask("GET", `${listAssets.path}?site_id=${nowhere}`, "pulse_bad")).toBe(401);
    expect(await ask("GET", `${listAssets.path}?site_id=${nowhere}`)).toBe(401);
  });
});
