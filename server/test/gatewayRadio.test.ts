import { curveFrom } from "@pulse/positioning/model/pathLoss";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "./support/api.ts";
import { aCustomer, aGateway, aSite, aToken, type TestGateway } from "./support/builders.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// The values that may be saved for a gateway's radio are fixed (shapes S9); a law accepts fewer, and unused ones are
// reported.
let pulse: TestPulse;
let token: string;
let gateway: TestGateway;

beforeAll(async () => {
  pulse = await testPulse();
  const customer = await aCustomer(pulse);
  token = await aToken(pulse, customer, "Administrator");
  gateway = await aGateway(pulse, customer, await aSite(pulse, customer), { x: 10, y: 10 });
});
afterAll(() => pulse.stop());

const save = async (properties: object) => {
  const { status, content } = await call(pulse, "PUT", `hardwares/${gateway.id}`, { token, body: { properties } });
  expect(status).toBe(200);
  expect(content["properties"]).toMatchObject(properties);
  const { content: read } = await call(pulse, "GET", `hardwares/${gateway.id}`, { token });
  expect(read["unused_properties"]).toEqual(content["unused_properties"]);
  return content["unused_properties"];
};

test("a gateway's impossible radio settings are saved, and reported as not used", async () => {
  expect(curveFrom(-1000, 0, 1000)).toBeNull();
  expect(await save({ alpha: -1000, beta: 0, gamma: 1000, measured_power: 0 })).toEqual([
    "alpha",
    "beta",
    "gamma",
    "measured_power",
  ]);
  expect(await save({ alpha: 0.9, beta: 7, gamma: -1, measured_power: -0.5 })).toEqual(["measured_power"]);
  expect(await save({ measured_power: -61.5, beta: -3 })).toEqual(["beta"]);
  expect(await save({ alpha: 0.001, beta: 100, gamma: 0, measured_power: -100 })).toEqual([]);
  expect(await save({ alpha: null, beta: null, gamma: null, measured_power: null })).toEqual([]);
});
