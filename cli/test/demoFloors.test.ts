import type { FloorPlan, Site } from "@pulse/contract/sites";
import { call } from "@pulse/server/test/support/api";
import { aCustomer, aToken } from "@pulse/server/test/support/builders";
import { testPulse, type TestPulse } from "@pulse/server/test/support/testPulse";
import { demoSites, demoWorld } from "@pulse/simulator/demo/world";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedSite } from "../src/demo/seedSite.ts";

// The demo writes its floors directly to the database; a person trying the API sends them back.
let pulse: TestPulse;
let token: string;

beforeAll(async () => {
  pulse = await testPulse();
  const customer = await aCustomer(pulse);
  for (const site of demoSites(demoWorld())) await seedSite(pulse.db, pulse.files, customer.id, site);
  token = await aToken(pulse, customer, "Administrator");
});
afterAll(() => pulse.stop());

test("the server accepts every floor and site of the demo sent back exactly as it was read", async () => {
  const sites = (await call(pulse, "GET", "sites", { token })).content as unknown as Pick<Site, "id" | "name">[];
  expect(sites.length).toBeGreaterThan(2);
  for (const { id, name } of sites) {
    const floors = (await call(pulse, "GET", `sites/${id}/floors`, { token })).content as unknown as FloorPlan[];
    for (const floor of floors) {
      const sent = await call(pulse, "PUT", `sites/${id}/floors/${floor.id}/drawing`, { token, body: floor });
      expect([floor.name, sent.status, sent.status === 200 ? "" : sent.text]).toEqual([floor.name, 200, ""]);
      expect(sent.content["rooms"]).toEqual(floor.rooms);
    }
    const body = (await call(pulse, "GET", `sites/${id}`, { token })).content;
    const sent = await call(pulse, "PUT", `sites/${id}`, { token, body });
    expect([name, sent.status, sent.status === 200 ? "" : sent.text]).toEqual([name, 200, ""]);
  }
});
