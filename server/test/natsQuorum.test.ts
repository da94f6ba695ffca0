import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { aCustomer, anAsset, aSite, type TestAsset, type TestGateway } from "./support/builders.ts";
import { temporaryFolder } from "./support/database.ts";
import { natsCluster, untilLed } from "./support/natsCluster.ts";
import { hasNats, type NatsServer } from "./support/natsServer.ts";
import type { Spot } from "./support/radio.ts";
import { sixGateways } from "./support/sixGateways.ts";
import { publishMessages, tagMessages } from "./support/tagMessages.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

/** The machine may be busy. */
const patience = { timeout: 60_000, interval: 100 };

// A server that has lost most of its cluster still takes connections, but stores nothing.
describe.skipIf(!hasNats)("an installation at a NATS server that is cut off from its cluster", () => {
  let servers: NatsServer[];
  let settings: Record<string, string>;
  let pulse: TestPulse;
  let gateways: (TestGateway & { spot: Spot })[];
  let asset: TestAsset;
  const warnings: string[] = [];
  const log = pino(
    { level: "warn" },
    { write: (line) => void warnings.push((JSON.parse(line) as { msg: string }).msg) },
  );

  beforeAll(async () => {
    servers = await natsCluster();
    settings = {
      PULSE_NATS_URL: servers[0]!.url,
      PULSE_CLUSTER: "quorum",
      PULSE_UNSAFE: "1",
      PULSE_DATA_DIR: mkdtempSync(join(temporaryFolder(), "quorum-")),
    };
    pulse = await testPulse(settings);
    const customer = await aCustomer(pulse);
    const site = await aSite(pulse, customer);
    gateways = await sixGateways(pulse, customer, site);
    asset = await anAsset(pulse, customer, site);
    // The devices were written beside the running product.
    await pulse.stop();
    pulse = await testPulse(settings, { keep: true, log });
  });
  afterAll(async () => {
    await pulse.stop();
    await Promise.all(servers.map(({ remove }) => remove()));
  });

  const ready = async (): Promise<string> => await (await fetch(`${pulse.url}/readyz`)).text();
  const loseCluster = async (): Promise<void> => {
    await Promise.all(servers.slice(1).map(({ kill }) => kill()));
  };
  const findCluster = async (): Promise<void> => {
    await Promise.all(servers.slice(1).map(({ start }) => start()));
    await untilLed(servers);
  };
  const report = (): Promise<void> =>
    publishMessages(pulse, tagMessages(gateways, asset, { x: 12, y: 8 }), () => undefined);
  const counted = async (): Promise<number> => {
    const { rows } = await sql<{ times: number }>`
      select coalesce(sum(count), 0)::int as times from sightings where tracker_id = ${asset.trackerId}`.execute(
      pulse.db,
    );
    return rows[0]!.times;
  };

  test("says so at readyz and in its log while nothing is stored, and goes on by itself", async () => {
    const reason = "the NATS server has stored nothing since";
    await report();
    expect(await ready()).not.toContain("NATS");
    await loseCluster();
    await vi.waitFor(async () => expect(await ready()).toContain(reason), patience);
    expect(await ready()).not.toContain("the NATS server has not answered");
    const order: string[] = [];
    const reported = report().then(() => order.push("acknowledged"));
    order.push("the cluster is back");
    await findCluster();
    // One that was refused meanwhile is sent again, as a gateway does.
    await reported.catch(report);
    await vi.waitFor(async () => expect(await ready()).not.toContain("NATS"), patience);
    expect(order[0]).toBe("the cluster is back");
    await vi.waitFor(async () => expect(await counted()).toBeGreaterThanOrEqual(2 * gateways.length), patience);
    expect(warnings.filter((text) => text.startsWith("the NATS server"))).toEqual([
      expect.stringContaining(reason),
      "the NATS server stores messages again",
    ]);
  });

  test("does not start, and says why in one line", async () => {
    await pulse.stop();
    await loseCluster();
    await expect(testPulse(settings, { keep: true })).rejects.toThrow(
      /^PULSE_NATS_URL="nats:.*" cannot keep the log: its JetStream does not answer(?: \(.+\))?; it may be cut off from the others of its cluster$/,
    );
    await findCluster();
    // As whoever runs it starts it again: the stream's servers take a moment longer than the cluster.
    await vi.waitFor(async () => (pulse = await testPulse(settings, { keep: true })), patience);
    expect(await ready()).not.toContain("NATS");
  });
});
