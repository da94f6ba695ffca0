import { beforeEach, describe, expect, test, vi } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { endLeases } from "../database/lease.ts";
import { transaction } from "../database/transaction.ts";
import type { WriteRecord, WriteTransaction } from "../writes/record.ts";
import type { DomainEvent } from "./domainEvent.ts";
import { eventsRepository } from "./events.repository.ts";
import { type EventStream, eventStream } from "./eventStream.ts";

const database = await testDatabase();
const { db } = database;
const events = eventsRepository(db);
const id = "01990000-0000-7000-9000-000000000001";
const record = (name: string): WriteRecord => ({
  kind: "role",
  action: "update",
  customerId: null,
  entity: { id, name },
});

/** Writes an event in a transaction of its own. */
const happen = (name: string): Promise<void> =>
  transaction(db, (trx) =>
    events.append(trx as WriteTransaction, [{ record: record(name), person: null, atMs: Date.now() }]),
  );

function aProcess(ms?: number): { stream: EventStream; problems: unknown[] } {
  const problems: unknown[] = [];
  const problem = (error: unknown): void => void problems.push(error);
  return { stream: eventStream({ events, problem, ...(ms === undefined ? {} : { ms }) }), problems };
}
/** A consumer that writes down what it took. */
function taker(): { names: string[]; take: (event: DomainEvent) => void } {
  const names: string[] = [];
  return { names, take: ({ entity }) => void names.push(entity.name) };
}

beforeEach(() => database.reset());

describe("a consumer in every process", () => {
  test("a consumer in every process gets new events in the order in which they were committed", async () => {
    const { stream } = aProcess();
    const { names, take } = taker();
    await happen("before");
    await stream.inEveryProcess(take);
    await happen("first");
    await happen("second");
    await stream.deliver();
    expect(names).toEqual(["first", "second"]);
  });

  test("a consumer gets events of another process when it polls, even hundreds at once", async () => {
    const { stream } = aProcess();
    const { names, take } = taker();
    await stream.inEveryProcess(take);
    const all = Array.from({ length: 450 }, (_, nth) => `${nth}`);
    await transaction(db, async (trx) => {
      for (const name of all)
        await events.append(trx as WriteTransaction, [{ record: record(name), person: null, atMs: Date.now() }]);
    });
    await stream.poll();
    expect(names).toEqual(all);
  });

  test("a consumer that throws gets the event again before any later one, and other consumers are not affected", async () => {
    const { stream, problems } = aProcess();
    const [failing, other] = [taker(), taker()];
    let fails = true;
    await stream.inEveryProcess((event) => {
      if (fails && event.entity.name === "second") throw new Error("not now");
      failing.take(event);
    });
    await stream.inEveryProcess(other.take);
    for (const name of ["first", "second", "third"]) await happen(name);
    await stream.deliver();
    expect([failing.names, other.names, String(problems[0])]).toEqual([
      ["first"],
      ["first", "second", "third"],
      "Error: not now",
    ]);
    fails = false;
    await stream.poll();
    expect(failing.names).toEqual(["first", "second", "third"]);
  });

  // Two writers at once need two connections, which the embedded database does not have.
  test.runIf(database.kind === "postgres")(
    "a consumer misses no event that is committed after one that began later",
    async () => {
      const { stream } = aProcess();
      const { names, take } = taker();
      await stream.inEveryProcess(take);
      const { promise: heartbeat, resolve: letGo } = Promise.withResolvers<void>();
      const { promise: appended, resolve: tell } = Promise.withResolvers<void>();
      const slow = transaction(db, async (trx) => {
        await events.append(trx as WriteTransaction, [{ record: record("slow"), person: null, atMs: Date.now() }]);
        tell();
        await heartbeat;
      });
      await appended;
      const quick = happen("quick");
      await stream.deliver();
      expect(names).toEqual([]);
      letGo();
      await Promise.all([slow, quick]);
      await stream.deliver();
      expect(names).toEqual(["slow", "quick"]);
    },
  );
});

describe("a consumer for the whole installation", () => {
  test("a consumer for the whole installation runs in one process at a time, and the next continues where it stopped", async () => {
    const [one, two] = [aProcess(), aProcess()];
    const [first, second] = [taker(), taker()];
    await one.stream.once("webhooks", first.take);
    await two.stream.once("webhooks", second.take);
    await happen("a");
    await one.stream.poll();
    await two.stream.poll();
    await happen("b");
    await two.stream.poll();
    await one.stream.poll();
    expect([first.names, second.names]).toEqual([["a"], ["b"]]);
  });

  test("a consumer's event goes first to the next process if its process died while handling it", async () => {
    // The dead give no sign of life.
    const dying = aProcess(3600_000);
    const { names, take } = taker();
    const { promise: begun, resolve: tell } = Promise.withResolvers<void>();
    await dying.stream.once("webhooks", async (event) => {
      take(event);
      if (event.entity.name !== "b") return;
      tell();
      await new Promise<never>(() => undefined);
    });
    for (const name of ["a", "b", "c"]) await happen(name);
    void dying.stream.deliver();
    await begun;
    const next = aProcess();
    await next.stream.once("webhooks", take);
    await next.stream.poll();
    // The dead one may still live.
    expect(names).toEqual(["a", "b"]);
    // Here the dead one goes on extending its lease, since it shares this process.
    await vi.waitFor(async () => {
      await endLeases(db);
      await next.stream.poll();
      expect(names).toEqual(["a", "b", "b", "c"]);
    }, 30_000);
  });

  test("a consumer is woken by writes of its process, which do not wait for it", async () => {
    const { stream } = aProcess();
    const { names, take } = taker();
    await stream.once("webhooks", take);
    await happen("a");
    await stream.deliver();
    await vi.waitFor(() => expect(names).toEqual(["a"]), 30_000);
  });
});
