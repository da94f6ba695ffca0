import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { call } from "./support/api.ts";
import { aCustomer, aGateway, anAsset, aSite, aToken } from "./support/builders.ts";
import { killableProcess, type KillableProcess } from "./support/killableProcess.ts";
import type { TestPulse } from "./support/testPulse.ts";

// A message that ends the whole process: no code of the process can catch that, so the next one has to know.
const deadly = "arsenic";
/** After so many ends of its process a message is set aside. */
const deaths = 3;

let killed: KillableProcess & Awaited<ReturnType<typeof seed>>;

async function seed(pulse: TestPulse) {
  const customer = await aCustomer(pulse, "Poisoned");
  const site = await aSite(pulse, customer);
  const gateway = await aGateway(pulse, customer, site, { x: 2, y: 2 });
  const asset = await anAsset(pulse, customer, site);
  return { gateway, asset, superadmin: await aToken(pulse, null, null) };
}

beforeAll(async () => {
  killed = await killableProcess(seed, { DEADLY_MESSAGE: deadly });
});
afterAll(() => killed.remove());

const patience = { timeout: 60_000, interval: 50 };

const scan = (marker: string) => {
  const { username, password } = killed.gateway;
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  const body = { msg: "scan", marker, adverts: [{ mac: killed.asset.mac, rssi: -61 }] };
  return call(killed as unknown as TestPulse, "POST", "ingest/scans", { headers: { authorization }, body });
};
const failed = () =>
  call(killed as unknown as TestPulse, "GET", "failed-messages", { token: killed.superadmin }).then(
    ({ content }) => content as unknown as Record<string, unknown>[],
  );

test("a message that ends each process that works on it is set aside after the third, and the others are processed", async () => {
  await killed.start();
  expect((await scan("sweet")).status).toBe(202);
  // It may have died before it answered.
  await scan(deadly).catch(() => null);
  await killed.died();
  for (let death = 2; death <= deaths; death++) {
    await killed.start().catch(() => undefined);
    await killed.died();
  }
  await killed.start();
  await vi.waitFor(async () => expect(await failed()).toHaveLength(1), patience);
  const [message] = await failed();
  expect(message).toMatchObject({
    sender: { kind: "gateway", id: killed.gateway.id },
    payload: expect.stringContaining(deadly) as string,
    reason: "Pulse ended each time it processed this message",
    // It waits for a person, as after three failures.
    tries: 3,
  });
  expect((await scan("sweet again")).status).toBe(202);
  const sighted = `select count(*)::int as count from sightings where tracker_id = '${killed.asset.trackerId}'`;
  await vi.waitFor(async () => expect(await killed.rows(sighted)).not.toEqual([{ count: 0 }]), patience);
});
