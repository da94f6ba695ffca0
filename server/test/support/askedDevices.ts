import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { everythingChanged } from "../../src/platform/bus/changed.ts";
import type { NewCustomer } from "../../src/resources/customers/newCustomer.repository.ts";
import { call } from "./api.ts";
import {
  aCustomer,
  aGateway,
  anAsset,
  aSite,
  aToken,
  type TestAsset,
  type TestGateway,
  type TestSite,
} from "./builders.ts";
import { testClock } from "./radio.ts";
import { type SimulatedGateway, simulatedGateway } from "./simulatedGateway.ts";
import { testPulse, type TestPulse } from "./testPulse.ts";

interface Here {
  pulse: TestPulse;
  customer: NewCustomer;
  token: string;
  site: TestSite;
  asset: TestAsset;
  near: TestGateway;
  far: TestGateway;
}

/** A site with an asset and two gateways for each test, for requests to devices on a test's clock. */
export function askedDevices() {
  const clock = testClock();
  const here = {} as Here;
  const open: SimulatedGateway[] = [];

  const start = async (keep: boolean): Promise<void> => {
    here.pulse = await testPulse({}, { now: clock.now, keep });
    if (!keep) here.customer = await aCustomer(here.pulse);
    here.token = await aToken(here.pulse, here.customer, "Administrator");
  };
  beforeAll(() => start(false));
  beforeEach(async () => {
    const { pulse, customer } = here;
    here.site = await aSite(pulse, customer);
    here.asset = await anAsset(pulse, customer, here.site);
    here.near = await aGateway(pulse, customer, here.site, { x: 1, y: 1 });
    here.far = await aGateway(pulse, customer, here.site, { x: 30, y: 20 });
    pulse.bus.publish("changed", everythingChanged);
    await pulse.settled();
  });
  afterEach(() => Promise.all(open.splice(0).map(({ client }) => client.endAsync(true))));
  afterAll(() => here.pulse.stop());

  const stateOf = async (id: unknown) =>
    here.pulse.db.selectFrom("device_requests").selectAll().where("id", "=", String(id)).executeTakeFirstOrThrow();
  return {
    here,
    clock,
    simulated: async (gateway = here.near): Promise<SimulatedGateway> => {
      const one = await simulatedGateway(here.pulse, gateway);
      open.push(one);
      return one;
    },
    ask: (method: string, path: string, body?: object) =>
      call(here.pulse, method, path, { token: here.token, ...(body ? { body } : {}) }),
    ofTracker: () => `trackers/${here.asset.trackerId}/device`,
    ofGateway: () => `hardwares/${here.near.id}/device`,
    stateOf,
    /** Waits until a request is as it should be. */
    becomes: async (id: unknown, state: string) => {
      for (;;) {
        const row = await stateOf(id);
        if (row.state === state) return row;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    restart: async (): Promise<void> => {
      await here.pulse.stop();
      await start(true);
    },
  };
}
