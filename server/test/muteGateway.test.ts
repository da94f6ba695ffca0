import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import { anOrganisation } from "./support/anOrganisation.ts";
import { anAsset, type TestAsset, type TestGateway, type TestSite } from "./support/builders.ts";
import { type Spot, testClock, testRadio } from "./support/radio.ts";
import { sixGateways } from "./support/sixGateways.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// A gateway may be online and hear nothing: its antenna has come off, or somebody has put it into a steel cabinet.
const clock = testClock();
let pulse: TestPulse;
let customer: NewCustomer;
let site: TestSite;
let token: string;
let stations: (TestGateway & { spot: Spot })[];
let radio: Awaited<ReturnType<typeof testRadio>>;
const tags: TestAsset[] = [];
const law = { exponent: 2.2, powerDbm: -59, offsetsDb: [0, 0, 0, 0, 0, 0] };

beforeAll(async () => {
  pulse = await testPulse({}, { now: clock.now });
  ({ customer, site, token } = await anOrganisation(pulse, { selfCalibrating: false }));
  stations = await sixGateways(pulse, customer, site);
  for (let nth = 0; nth < 8; nth++) tags.push(await anAsset(pulse, customer, site));
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
  radio = await testRadio({ pulse, clock, site, gateways: stations, law });
});
afterAll(async () => {
  await radio.close();
  await pulse.stop();
});

/** All tags go round below the fourth gateway, each starting from a different place. */
async function goRound(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    const atS = clock.now() / 1000;
    const heard = tags.map(({ mac }, nth) => {
      const turn = (atS / 40 + nth / tags.length) * 2 * Math.PI;
      return { mac, at: { x: 20 + 7 * Math.cos(turn), y: 18 + 4 * Math.sin(turn) } };
    });
    await radio.hear(heard, 1);
    await pulse.settled();
  }
}

const deaf = async (): Promise<unknown[]> => {
  const { content } = await call(pulse, "GET", `hardwares?site_id=${site.id}&health=deaf`, { token });
  return content.map(({ id }) => id);
};

/** They go round until this is deaf, or until it should have been noticed. */
async function goRoundUntilDeaf(ids: string[], maxS: number): Promise<void> {
  for (let seconds = 0; seconds < maxS; seconds += 30) {
    await goRound(30);
    if (isDeepStrictEqual(await deaf(), ids)) return;
  }
  expect(await deaf()).toEqual(ids);
}

test("a gateway that keeps reporting but receives nothing is reported as deaf until it receives again", async () => {
  await goRound(240);
  expect(await deaf()).toEqual([]);
  const mute = stations[3]!;
  law.offsetsDb[3] = -Infinity;
  await goRoundUntilDeaf([mute.id], 420);
  law.offsetsDb[3] = 0;
  await goRoundUntilDeaf([], 600);
});
