import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { jetStreamLog } from "../src/platform/log/jetStream/jetStreamLog.ts";
import { openStream } from "../src/platform/log/jetStream/openStream.ts";
import type { MessageLog } from "../src/platform/log/messageLog.ts";
import { segmentLog } from "../src/platform/log/segmentLog.ts";
import { connectNats } from "../src/platform/nats/connectNats.ts";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import {
  aCustomer,
  anAsset,
  aSite,
  aToken,
  type TestAsset,
  type TestGateway,
  type TestSite,
} from "./support/builders.ts";
import { temporaryFolder } from "./support/database.ts";
import { hasNats, type NatsServer, natsServer } from "./support/natsServer.ts";
import type { Spot } from "./support/radio.ts";
import { sixGateways } from "./support/sixGateways.ts";
import { publishMessages, tagMessages } from "./support/tagMessages.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

/** The machine may be busy. */
const patience = { timeout: 60_000, interval: 100 };
const tag: Spot = { x: 12, y: 8 };

describe.skipIf(!hasNats)("an installation whose log a NATS server keeps", () => {
  let server: NatsServer;
  let settings: Record<string, string>;
  let pulse: TestPulse;
  let gateways: (TestGateway & { spot: Spot })[];
  let asset: TestAsset;
  let customer: NewCustomer;
  let site: TestSite;
  let token: string;

  beforeAll(async () => {
    server = await natsServer();
  });
  afterAll(() => server.remove());
  beforeEach(async ({ task }) => {
    // Its monitoring page is not where Pulse looks for it.
    settings = {
      PULSE_NATS_URL: server.url,
      PULSE_CLUSTER: task.id.replaceAll(/\W/g, "_"),
      PULSE_UNSAFE: "1",
      PULSE_DATA_DIR: mkdtempSync(join(temporaryFolder(), "nats-")),
    };
    pulse = await testPulse(settings);
    customer = await aCustomer(pulse);
    site = await aSite(pulse, customer);
    gateways = await sixGateways(pulse, customer, site);
    asset = await anAsset(pulse, customer, site);
    // The devices were written beside the running product.
    await pulse.stop();
    await start();
  });
  afterEach(() => pulse.stop());

  /** A token names the address, which changes with the port. */
  const start = async (changed = settings): Promise<void> => {
    pulse = await testPulse(changed, { keep: true });
    token = await aToken(pulse, customer, "Administrator");
  };

  const messages = () => tagMessages(gateways, asset, tag);
  let sent = 0;
  /** Each gateway reports the tag, and resolves when the broker has acknowledged it. */
  const report = (): Promise<void> => {
    sent = 0;
    return publishMessages(pulse, messages(), () => sent++);
  };
  /** Leaves messages in a log that were acknowledged before a crash. */
  const leaveIn = async (log: MessageLog): Promise<void> => {
    await Promise.all(
      messages().map(({ gateway: { id }, topic, payload }) =>
        log.append({ source: `gateway/${id}`, topic, payload: Buffer.from(payload) }),
      ),
    );
    await log.close();
  };
  /** The log in the stream, beside the product. */
  const streamLog = async (): Promise<MessageLog> => {
    const nats = await connectNats(server.url, { isUnsafeAllowed: true });
    const [maxBytes, cluster] = [64 * 1024 * 1024, settings["PULSE_CLUSTER"]!];
    const stream = await openStream(nats.connection, cluster, maxBytes);
    const log = jetStreamLog({ ...nats, stream, maxBytes, now: Date.now });
    return { ...log, close: () => log.close().then(nats.close) };
  };
  const stays = async (): Promise<unknown[]> => {
    const { status, content } = await call(pulse, "GET", `assets/${asset.id}/history`, { token });
    expect(status).toBe(200);
    return content;
  };

  test("locates a tracker from messages that wait in the stream, and after a restart those that it had not processed", async () => {
    await report();
    await vi.waitFor(async () => expect((await stays()).length).toBeGreaterThan(0), patience);

    asset = await anAsset(pulse, customer, site);
    await pulse.stop();
    await leaveIn(await streamLog());
    await start();
    await vi.waitFor(async () => expect((await stays()).length).toBeGreaterThan(0), patience);
  });

  test("goes on where a release without partitions was: what waits in its stream is processed, and nothing is counted twice", async () => {
    const counted = async (): Promise<number> => {
      const { rows } = await sql<{ times: number }>`
        select coalesce(sum(count), 0)::int as times from sightings where tracker_id = ${asset.trackerId}`.execute(
        pulse.db,
      );
      return rows[0]!.times;
    };
    await report();
    await pulse.settled();
    await pulse.stop();
    expect(await counted()).toBe(gateways.length);
    // What it has stored of the partitions is what such a release stores of the whole log.
    await sql`insert into log_cursors (log_id, consumer, slice, position, at)
      select log_id, consumer, slice, max(position), max(at) from log_partition_cursors group by log_id, consumer, slice
      on conflict (log_id, consumer, slice) do update set position = excluded.position, at = excluded.at`.execute(
      pulse.db,
    );
    await sql`delete from log_partition_cursors`.execute(pulse.db);
    // Appended without a site, as it does.
    await leaveIn(await streamLog());
    await start();
    await pulse.settled();
    await pulse.stop();
    expect(await counted()).toBe(2 * gateways.length);
    await start();
  });

  test("acknowledges no message while the NATS server is away, says so at readyz, and goes on once it is back", async () => {
    await server.kill();
    const ready = async (): Promise<string> => await (await fetch(`${pulse.url}/readyz`)).text();
    await vi.waitFor(async () => expect(await ready()).toContain("the NATS server has not answered since"), patience);
    const order: string[] = [];
    const reported = report().then(() => order.push("acknowledged"));
    await vi.waitFor(() => expect(sent).toBe(gateways.length), patience);
    // The broker answers in order, so it has the messages by now.
    await ready();
    order.push("the server is back");
    await server.start();
    await reported;
    expect(order).toEqual(["the server is back", "acknowledged"]);
    await vi.waitFor(async () => expect((await stays()).length).toBeGreaterThan(0), patience);
    expect(await ready()).not.toContain("NATS");
  });

  test("refuses a server whose clock is an hour off", async () => {
    await pulse.stop();
    const late = testPulse(settings, { keep: true, now: () => Date.now() + 3_600_000 });
    await expect(late).rejects.toThrow(/has a clock that is 3600 s behind this machine's/);
    await start();
  });

  test("refuses the log of another installation", async () => {
    await pulse.stop();
    await expect(testPulse(settings)).rejects.toThrow(/keeps the log of another installation under PULSE_CLUSTER/);
    pulse = await testPulse({ ...settings, PULSE_CLUSTER: `${settings["PULSE_CLUSTER"]}-2` });
  });

  test("does not leave messages behind in the data folder when it moves to NATS", async () => {
    await pulse.stop();
    const embedded = { PULSE_DATA_DIR: settings["PULSE_DATA_DIR"]! };
    settings = { ...settings, PULSE_CLUSTER: `${settings["PULSE_CLUSTER"]}-2` };
    const folder = join(embedded.PULSE_DATA_DIR, "log");
    await leaveIn(await segmentLog({ folder, now: Date.now, maxBytes: 64 * 1024 * 1024 }));
    await expect(testPulse(settings, { keep: true })).rejects.toThrow(/holds messages that are not processed/);
    await start(embedded);
    // The fix comes with the next tick, after the messages are processed.
    await vi.waitFor(async () => expect((await stays()).length).toBeGreaterThan(0), patience);
    await pulse.stop();
    await start();
    await vi.waitFor(async () => expect((await stays()).length).toBeGreaterThan(0), patience);
  });
});
