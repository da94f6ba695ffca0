import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { jetStreamLog } from "../src/platform/log/jetStream/jetStreamLog.ts";
import { openStream } from "../src/platform/log/jetStream/openStream.ts";
import { recordBytes, writeRecord } from "../src/platform/log/logRecord.ts";
import type { LogPartition, LogRecord, MessageLog } from "../src/platform/log/messageLog.ts";
import { partitionOf } from "../src/platform/log/partitions.ts";
import { connectNats, type Nats } from "../src/platform/nats/connectNats.ts";
import { messageLogSuite, readUntil } from "./support/messageLogSuite.ts";
import { hasNats, type NatsServer, natsServer } from "./support/natsServer.ts";

const entry = (text: string) => ({ source: "gateway/1", topic: "t", payload: Buffer.from(text) });
const texts = (records: readonly LogRecord[]) => records.map(({ payload }) => Buffer.from(payload).toString());

describe.skipIf(!hasNats)("with a NATS server", () => {
  let server: NatsServer;
  const connections: Nats[] = [];
  beforeAll(async () => {
    server = await natsServer();
  });
  afterEach(async () => {
    for (const nats of connections.splice(0)) await nats.close();
  });
  afterAll(() => server.remove());

  const connected = async (at: NatsServer = server): Promise<Nats> => {
    const nats = await connectNats(at.url, { isUnsafeAllowed: false, monitorPort: at.monitorPort });
    connections.push(nats);
    return nats;
  };
  const openLog = async (cluster: string, maxBytes = 64 * 1024 * 1024, at = server): Promise<MessageLog> => {
    const nats = await connected(at);
    const stream = await openStream(nats.connection, cluster, maxBytes);
    return jetStreamLog({ ...nats, stream, maxBytes, now: Date.now });
  };

  describe("the log in a stream", () => {
    messageLogSuite(async ({ maxBytes }) => {
      const cluster = randomUUID();
      const log = await openLog(cluster, maxBytes);
      return {
        log,
        reopen: async () => {
          await log.close();
          return openLog(cluster, maxBytes);
        },
      };
    });

    test("time never goes back from record to record, and advances while nothing arrives", async () => {
      const log = await openLog(randomUUID());
      let untilMs = -Infinity;
      let idle = 0;
      const reading = readUntil(log, 0, (all, batch) => {
        for (const { atMs } of batch.records) expect(atMs).toBeGreaterThan(untilMs);
        expect(batch.untilMs).toBeGreaterThanOrEqual(untilMs);
        if (batch.records.length === 0 && batch.untilMs > untilMs) idle++;
        untilMs = batch.untilMs;
        return all.length === 20 && idle >= 3;
      });
      for (let nth = 0; nth < 20; nth++) await log.append(entry(String(nth)));
      const times = (await reading).map(({ atMs }) => atMs);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(Math.abs(untilMs - Date.now())).toBeLessThan(60_000);
      await log.close();
    });

    test("two clusters in one account keep their messages apart", async () => {
      const [one, other] = [await openLog(randomUUID()), await openLog(randomUUID())];
      await one.append(entry("one"));
      await other.append(entry("other"));
      expect(one.id).not.toBe(other.id);
      expect(texts(await readUntil(other, 0, (all) => all.length > 0))).toEqual(["other"]);
      await Promise.all([one.close(), other.close()]);
    });

    const siteIds = ["01990000-0000-7000-9000-000000000000", "01990000-0000-7000-9000-00000000000f"] as const;

    test("a partition is read in order with what is in none, without the other partitions, and time advances in it", async () => {
      const log = await openLog(randomUUID());
      for (let nth = 0; nth < 12; nth++) {
        const siteId = siteIds[nth % 3] ?? null;
        await log.append({ ...entry(String(nth)), siteId });
      }
      for (const [at, siteId] of siteIds.entries()) {
        let untilMs = -Infinity;
        const part = log.partition(partitionOf(siteId));
        const read = await readUntil(part, 0, (all, batch) => {
          const isLater = batch.records.length === 0 && batch.untilMs > untilMs;
          untilMs = batch.untilMs;
          return all.length === 8 && isLater;
        });
        const others = Array.from({ length: 12 }, (_, nth) => nth).filter((nth) => nth % 3 !== 1 - at);
        expect(texts(read).map(Number)).toEqual(others);
      }
      expect(texts(await readUntil(log, 0, (all) => all.length === 12))).toHaveLength(12);
      await log.close();
    });

    test("forgetting in a partition leaves the others and what is in none, which is forgotten by itself", async () => {
      const log = await openLog(randomUUID());
      for (const siteId of [...siteIds, null]) await log.append({ ...entry(String(siteId)), siteId });
      const [one, other] = siteIds.map((siteId) => log.partition(partitionOf(siteId))) as [LogPartition, LogPartition];
      await one.deleteBefore(log.end());
      await log.append({ ...entry("new"), siteId: siteIds[0] });
      expect(texts(await readUntil(one, 0, (all) => texts(all).includes("new")))).toEqual(["null", "new"]);
      await log.deleteSharedBefore(log.end());
      await log.append({ ...entry("newest"), siteId: siteIds[1] });
      expect(texts(await readUntil(other, 0, (all) => texts(all).includes("newest")))).toEqual([siteIds[1], "newest"]);
      await log.close();
    });

    test("a stream of a release without partitions keeps what it holds, in every partition, and takes new messages", async () => {
      const cluster = randomUUID();
      const { connection } = await connected();
      const manager = await jetstreamManager(connection);
      await manager.streams.add({
        name: `${cluster}_log`,
        subjects: [`${cluster}.log`],
        metadata: { pulse_log_id: randomUUID() },
        max_bytes: 1024 * 1024,
      });
      const old = entry("old");
      const group = Buffer.alloc(recordBytes(old));
      writeRecord(group, 0, group.length, Date.now(), old);
      await jetstream(connection).publish(`${cluster}.log`, group);
      const log = await openLog(cluster);
      for (const siteId of siteIds) await log.append({ ...entry(siteId), siteId });
      for (const siteId of siteIds) {
        const read = await readUntil(log.partition(partitionOf(siteId)), 0, (all) => all.length === 2);
        expect(texts(read)).toEqual(["old", siteId]);
      }
      await log.close();
    });

    test("two writers share one log, and each reader gets the messages of both in one order", async () => {
      const cluster = randomUUID();
      const [one, other] = [await openLog(cluster), await openLog(cluster)];
      await Promise.all(
        Array.from({ length: 100 }, (_, nth) => (nth % 2 === 0 ? one : other).append(entry(String(nth)))),
      );
      const orders = await Promise.all([one, other].map((log) => readUntil(log, 0, (all) => all.length === 100)));
      expect(texts(orders[0]!)).toEqual(texts(orders[1]!));
      expect(texts(orders[0]!).toSorted()).toEqual(Array.from({ length: 100 }, (_, nth) => String(nth)).toSorted());
      await Promise.all([one.close(), other.close()]);
    });
  });

  test("a message that was acknowledged is there after the NATS server was killed, and one sent meanwhile is kept once it is back", async () => {
    const own = await natsServer();
    try {
      const log = await openLog(randomUUID(), undefined, own);
      await log.append(entry("before"));
      await own.kill();
      const during = log.append(entry("during"));
      await own.start();
      await during;
      await log.append(entry("after"));
      const read = await readUntil(log, 0, (all) => texts(all).includes("after"));
      expect(texts(read)).toEqual(["before", "during", "after"]);
      await log.close();
    } finally {
      await Promise.all(connections.splice(0).map((nats) => nats.close()));
      await own.remove();
    }
  });

  test("a NATS server that stands still, or that the network has lost, is noticed, and used again once it answers", async () => {
    const own = await natsServer();
    const nats = await connectNats(own.url, { isUnsafeAllowed: true });
    try {
      own.signal("SIGSTOP");
      await vi.waitUntil(() => nats.unhealthyReason() !== null, { timeout: 60_000 });
      own.signal("SIGCONT");
      await vi.waitUntil(() => nats.unhealthyReason() === null, { timeout: 60_000 });
      expect(nats.connection.isClosed()).toBe(false);
    } finally {
      await nats.close();
      await own.remove();
    }
  });

  describe("a NATS server that cannot be used stops the start with one line:", () => {
    const refusal = async (url: string, monitorPort = server.monitorPort): Promise<string> => {
      const outcome = await connectNats(url, { isUnsafeAllowed: false, monitorPort }).catch((error: unknown) => error);
      expect(outcome).toBeInstanceOf(Error);
      const { name, message } = outcome as Error;
      expect([name, message.includes("\n")]).toEqual(["ConfigError", false]);
      return message;
    };

    test("nobody listens there", async () => {
      const stopped = await natsServer();
      await stopped.remove();
      expect(await refusal(stopped.url)).toContain("cannot be used");
    });

    test("its password is another one, which is not shown", async () => {
      const closed = await natsServer('authorization { user: "pulse", password: "right" }');
      try {
        const url = closed.url.replace("//", "//pulse:wrong@");
        expect(await refusal(url, closed.monitorPort)).toMatch(/pulse:…@.*refuses the name and password/);
        const nats = await connectNats(url.replace("wrong", "right"), {
          isUnsafeAllowed: false,
          monitorPort: closed.monitorPort,
        });
        await nats.close();
      } finally {
        await closed.remove();
      }
    });

    test("it has no JetStream", async () => {
      const plain = await natsServer("", "");
      try {
        expect(await refusal(plain.url, plain.monitorPort)).toContain("has no JetStream");
      } finally {
        await plain.remove();
      }
    });

    test("it acknowledges before it syncs, unless that is allowed", async () => {
      const hasty = await natsServer("", "sync_interval: 2m");
      try {
        expect(await refusal(hasty.url, hasty.monitorPort)).toContain("PULSE_UNSAFE=1");
        const nats = await connectNats(hasty.url, { isUnsafeAllowed: true, monitorPort: hasty.monitorPort });
        await nats.close();
      } finally {
        await hasty.remove();
      }
    });
  });
});
