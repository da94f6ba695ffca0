import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import { aCustomer, aToken } from "./support/builders.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// Which proxies are believed: a header alone does not change a caller's address.
let pulse: TestPulse;
let customer: NewCustomer;
let viewer: string;

async function start(trusted: string): Promise<void> {
  pulse = await testPulse({ PULSE_TRUST_PROXY: trusted });
  customer = await aCustomer(pulse);
  viewer = await aToken(pulse, customer, "Viewer");
}

/** The address in the audit log of a refused write with these headers. */
async function noted(headers: Record<string, string>): Promise<string | undefined> {
  await pulse.settled();
  await pulse.db.deleteFrom("audit_entries").execute();
  await call(pulse, "DELETE", `roles/${customer.roleIds.Viewer}`, { token: viewer, headers });
  await pulse.settled();
  return (await pulse.db.selectFrom("audit_entries").select("ip").executeTakeFirst())?.ip;
}

const forwarded = (list: string): Record<string, string> => ({ "x-forwarded-for": list });
const exists = async (list: string): Promise<number> =>
  (await call(pulse, "GET", "migration/users/nobody@pulse.test/exists", { headers: forwarded(list) })).status;
const configured = async (headers: Record<string, string>) =>
  (await call(pulse, "GET", "/api/config", { headers })).content["identity"] as { endpoint: string };

describe("a trusted proxy", () => {
  beforeAll(() => start("127.0.0.1, 10.0.0.0/8"));
  afterAll(() => pulse.stop());

  test.each([
    ["a person", "203.0.113.5", "203.0.113.5"],
    ["a person behind two named proxies", "203.0.113.5, 10.1.2.3", "203.0.113.5"],
    ["the right-most who is not named, whatever a client has put before", "1.1.1.1, 203.0.113.6", "203.0.113.6"],
    ["a person with the port", "203.0.113.7:51234", "203.0.113.7"],
    ["IPv6 with brackets and a port", "[2001:db8::7]:443", "2001:db8::7"],
    ["IPv4 within IPv6", "::ffff:203.0.113.8", "203.0.113.8"],
    ["itself, where it names what is no address", "203.0.113.9, unknown", "127.0.0.1"],
    ["the next named one, where that names what is no address", "203.0.113.9, unknown, 10.1.2.3", "10.1.2.3"],
  ])("a trusted proxy passes on the address of %s", async (_name, list, address) => {
    expect(await noted(forwarded(list))).toBe(address);
  });

  test("a trusted proxy lets each person be counted separately, IPv6 by its /64", async () => {
    for (let nth = 0; nth < 30; nth++) expect(await exists("198.51.100.1")).toBe(200);
    expect(await exists(`198.51.100.1`)).toBe(429);
    expect(await exists("7.7.7.7, 198.51.100.1")).toBe(429);
    expect(await exists("198.51.100.2")).toBe(200);
    for (let nth = 0; nth < 30; nth++) expect(await exists(`2001:db8:0:1::${nth + 1}`)).toBe(200);
    expect(await exists("2001:db8:0:1:ffff::1")).toBe(429);
    expect(await exists("2001:db8:0:2::1")).toBe(200);
  });

  test("a trusted proxy lets the identity endpoint count and log the same address", async () => {
    const ask = async (address: string, operation: string): Promise<string> => {
      const answer = await fetch(`${pulse.url}/identity/`, {
        method: "POST",
        headers: { ...forwarded(address), "x-amz-target": `AWSCognitoIdentityProviderService.${operation}` },
        body: JSON.stringify({
          AuthFlow: "USER_PASSWORD_AUTH",
          ClientId: pulse.identity.pools.current.clientId,
          AuthParameters: { USERNAME: "nobody@pulse.test", PASSWORD: "Wrong-pass-1" },
        }),
      });
      return ((await answer.json()) as { __type: string }).__type;
    };
    const signIn = (address: string): Promise<string> => ask(address, "InitiateAuth");
    await pulse.db.deleteFrom("audit_entries").execute();
    expect(await signIn("192.0.2.1")).toBe("NotAuthorizedException");
    await pulse.settled();
    const [entry] = await pulse.db.selectFrom("audit_entries").select(["action", "ip"]).execute();
    expect(entry).toEqual({ action: "sign_in_failed", ip: "192.0.2.1" });
    // Together with the one before, as many as one address may send in a minute.
    const rest = await Promise.all(Array.from({ length: 299 }, () => ask("192.0.2.1", "Nothing")));
    expect(new Set(rest)).toEqual(new Set(["UnknownOperationException"]));
    expect(await signIn("192.0.2.1")).toBe("TooManyRequestsException");
    expect(await signIn("192.0.2.2")).not.toBe("TooManyRequestsException");
  });

  test("a trusted proxy is believed about the host name and the protocol that people use", async () => {
    const headers = { ...forwarded("203.0.113.5"), "x-forwarded-proto": "https", "x-forwarded-host": "pulse.example" };
    expect((await configured(headers)).endpoint).toBe("https://pulse.example/identity/");
    const answer = await call(pulse, "GET", "/api/version", { headers });
    expect(answer.headers.get("strict-transport-security")).not.toBeNull();
  });

  test.each(["203.0.113.5", "127.0.0.1", "unknown", ""])(
    "a trusted proxy gives no access to what only this machine may read, for %o",
    async (list) => {
      for (const path of ["/metrics", "/dev/outbox.json"]) {
        expect((await call(pulse, "GET", path)).status).toBe(200);
        expect((await call(pulse, "GET", path, { headers: forwarded(list) })).status).toBe(404);
      }
    },
  );
});

describe.each([
  ["while nobody is named", ""],
  ["that is not among the named", "10.0.0.0/8"],
])("a proxy %s", (_name, trusted) => {
  beforeAll(() => start(trusted));
  afterAll(() => pulse.stop());

  test("an untrusted proxy is counted under its own address only", async () => {
    expect(await noted(forwarded("203.0.113.5"))).toBe("127.0.0.1");
    expect(await noted(forwarded("10.0.0.1"))).toBe("127.0.0.1");
    for (let nth = 0; nth < 31; nth++) expect(await exists("203.0.113.5")).toBe(200);
  });

  test("an untrusted proxy is not believed about host names and protocols", async () => {
    const headers = { ...forwarded("10.0.0.1"), "x-forwarded-proto": "https", "x-forwarded-host": "evil.example" };
    expect((await configured(headers)).endpoint).toBe(`${pulse.url}/identity/`);
    const answer = await call(pulse, "GET", "/api/version", { headers });
    expect(answer.headers.get("strict-transport-security")).toBeNull();
  });
});
