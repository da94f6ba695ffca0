import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import { type Answer, call } from "./support/api.ts";
import { aCustomer, aGateway, aSite, type TestGateway } from "./support/builders.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// Wrong passwords at ingest/scans: few are checked, the others cost nothing, and correct gateways are not affected.
let pulse: TestPulse;
let gateways: TestGateway[];
/** Statements that look for somebody's credentials. */
let judged = 0;
let address = 0;

beforeAll(async () => {
  pulse = await testPulse({ PULSE_TRUST_PROXY: "127.0.0.1" });
  const customer = await aCustomer(pulse);
  const site = await aSite(pulse, customer);
  gateways = [];
  for (let x = 0; x < 4; x++) gateways.push(await aGateway(pulse, customer, site, { x, y: 1 }));
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
  const executor = pulse.db.getExecutor();
  const execute = executor.executeQuery.bind(executor);
  vi.spyOn(executor, "executeQuery").mockImplementation((query, ...rest) => {
    if (/where .*"mqtt_username" =/.test(query.sql)) judged++;
    return execute(query, ...rest);
  });
});
afterEach(() => {
  judged = 0;
  address++;
});
afterAll(async () => {
  vi.restoreAllMocks();
  await pulse.stop();
});

function post(username: string, password: string, from = `203.0.113.${address}`): Promise<Answer> {
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  const headers = { authorization, "x-forwarded-for": from };
  return call(pulse, "POST", "ingest/scans", { headers, body: { msg: "scan", adverts: [] } });
}

const statuses = (answers: readonly Answer[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
const many = <T>(count: number, one: (nth: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, nth) => one(nth)));

test("each post of a gateway's message checks the credentials once", async () => {
  for (let nth = 0; nth < 3; nth++) expect((await post(gateways[0]!.username, gateways[0]!.password)).status).toBe(202);
  expect(judged).toBe(3);
});

test("of 300 wrong passwords for one gateway ten are checked, and the rest are told when to retry", async () => {
  const answers = await many(300, (nth) => post(gateways[1]!.username, `wrong ${nth}`));
  expect(statuses(answers)).toEqual({ 401: 10, 429: 290 });
  expect(judged).toBe(10);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused!.content["code"]).toBe("too_many_requests");
  expect(Number(refused!.headers.get("retry-after"))).toBeGreaterThan(0);
  // The same gateway at another address is not locked out by it.
  expect((await post(gateways[1]!.username, gateways[1]!.password, "198.51.100.7")).status).toBe(202);
});

test("the same wrong password repeated is limited as well", async () => {
  const answers: Answer[] = [];
  for (let nth = 0; nth < 15; nth++) answers.push(await post("nobody", "wrong"));
  expect(statuses(answers)).toEqual({ 401: 10, 429: 5 });
  expect(judged).toBe(10);
});

test("few of 300 user names from one address are checked, and gateways there that were right before keep working", async () => {
  const [, , known, late] = gateways;
  expect((await post(known!.username, known!.password)).status).toBe(202);
  const answers = await many(300, (nth) => post(`guess ${nth}`, "wrong"));
  expect(statuses(answers)).toEqual({ 401: 120, 429: 180 });
  expect(judged).toBe(121);
  expect((await post(known!.username, known!.password)).status).toBe(202);
  expect((await post(late!.username, late!.password)).status).toBe(429);
  expect((await post(late!.username, late!.password, "198.51.100.8")).status).toBe(202);
});

test("posts without credentials are refused without a check", async () => {
  for (const authorization of [undefined, "Basic !", "Basic OnB3", "Bearer x"]) {
    const headers = { "x-forwarded-for": "203.0.113.250", ...(authorization ? { authorization } : {}) };
    for (let nth = 0; nth < 20; nth++)
      expect((await call(pulse, "POST", "ingest/scans", { headers, body: {} })).status).toBe(401);
  }
  expect(judged).toBe(0);
});
