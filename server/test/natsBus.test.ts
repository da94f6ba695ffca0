import { connect, type NatsConnection } from "@nats-io/transport-node";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Bus } from "../src/platform/bus/bus.ts";
import { inProcessBus } from "../src/platform/bus/inProcessBus.ts";
import { natsBus } from "../src/platform/bus/natsBus.ts";
import { type OtherProcesses, otherProcesses } from "../src/platform/bus/otherProcesses.ts";
import { busSuite } from "./support/busSuite.ts";
import { hasNats, type NatsServer, natsServer } from "./support/natsServer.ts";

const patience = { timeout: 60_000, interval: 20 };

describe.skipIf(!hasNats)("the bus of several processes", () => {
  let server: NatsServer;
  const open: { connection: NatsConnection; others: OtherProcesses }[] = [];

  beforeAll(async () => {
    server = await natsServer();
  });
  afterAll(async () => {
    for (const { others, connection } of open) {
      others.close();
      await connection.close();
    }
    await server.remove();
  });

  const aProcess = async (cluster: string): Promise<{ bus: Bus; others: OtherProcesses; problems: unknown[] }> => {
    const problems: unknown[] = [];
    const connection = await connect({ servers: server.url });
    const monotonicMs = (): number => performance.now();
    const others = otherProcesses({ connection, cluster, roles: new Set(["api"]), monotonicMs });
    open.push({ connection, others });
    const problem = (error: unknown): void => void problems.push(error);
    const local = inProcessBus({ now: Date.now, problem, checkAll: true, timeoutMs: 100 });
    return { bus: natsBus({ local, connection, cluster, others, problem }), others, problems };
  };
  /** Two processes, and what the second one reports. */
  const pairWithProblems = async (cluster: string): Promise<[Bus, Bus, unknown[]]> => {
    const [a, b] = [await aProcess(cluster), await aProcess(cluster)];
    await vi.waitFor(() => expect([a.others.count(), b.others.count()]).toEqual([1, 1]), patience);
    return [a.bus, b.bus, b.problems];
  };
  const pair = async (cluster: string): Promise<[Bus, Bus]> => {
    const [here, there] = await pairWithProblems(cluster);
    return [here, there];
  };

  busSuite("without another process it does as the bus in one process", async () => {
    const { bus, problems } = await aProcess(`suite${open.length}`);
    return { bus, problems, close: async () => undefined };
  });

  test("a message that is larger than the server takes is reported and ends nothing", async () => {
    const { bus, problems } = await aProcess("large");
    const partitions = Array.from({ length: 40_000 }, (_, partition) => ({ partition, behindMs: 1, workBehindMs: 1 }));
    bus.publish("partitionDelays", { partitions });
    expect(problems).toEqual([expect.objectContaining({ message: expect.stringContaining("max_payload") as string })]);
  });

  test("an answer that is larger than the server takes fails for whoever asks, and ends nothing", async () => {
    const [here, there, problems] = await pairWithProblems("largeAnswers");
    there.serve("subscribedTopics", () => Array.from({ length: 40_000 }, () => "a topic with a rather long name"));
    await expect(here.ask("subscribedTopics", { siteId: "site", topics: ["a"] })).rejects.toThrow(
      "the answer is too large",
    );
    expect(problems).toEqual([expect.objectContaining({ message: expect.stringContaining("max_payload") as string })]);
  });

  test("a shared message reaches the listeners of both processes once, and another kind those of its own alone", async () => {
    const [here, there] = await pair("messages");
    const got: string[] = [];
    for (const [name, bus] of Object.entries({ here, there })) {
      bus.subscribe("partitionDelays", ({ partitions }) => void got.push(`${name} ${partitions[0]!.behindMs}`));
      bus.subscribe("deviceRequestQueued", ({ siteId }) => void got.push(`${name} ${siteId}`));
    }
    here.publish("deviceRequestQueued", { siteId: "site" });
    here.publish("partitionDelays", { partitions: [{ partition: 1, behindMs: 1, workBehindMs: 1 }] });
    there.publish("partitionDelays", { partitions: [{ partition: 1, behindMs: 2, workBehindMs: 2 }] });
    await vi.waitFor(() => expect(got).toHaveLength(5), patience);
    expect(got.toSorted()).toEqual(["here 1", "here 2", "here site", "there 1", "there 2"]);
  });

  test("the answers of several processes become one, and one that knows nothing is left out", async () => {
    const [here, there] = await pair("questions");
    const question = { siteId: "site", topics: ["a", "b"] };
    await expect(here.ask("subscribedTopics", question)).rejects.toMatchObject({ reason: "nobody" });
    there.serve("subscribedTopics", () => ["b"]);
    expect(await here.ask("subscribedTopics", question)).toEqual(["b"]);
    here.serve("subscribedTopics", () => ["a"]);
    expect((await here.ask("subscribedTopics", question)).toSorted()).toEqual(["a", "b"]);
  });

  test("what fails in the process that answers fails for whoever asks, with its words", async () => {
    const [here, there] = await pair("faults");
    there.serve("flushSightings", () => {
      throw new Error("the database is away");
    });
    await expect(here.ask("flushSightings", { siteId: "site" })).rejects.toMatchObject({ reason: "failed" });
  });
});
