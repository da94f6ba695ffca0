// `npm run test:faults`: a whole cell under load, with one fault after the other. What was acknowledged is the tests' own record.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { hasNats } from "../support/natsServer.ts";
import { type Receiver, webhookReceiver } from "../support/webhookReceiver.ts";
import { type Cell, type ProcessName, startCell } from "./cell.ts";
import { startTraffic } from "./traffic.ts";
import { type FaultSite, makeWorld, type World } from "./world.ts";

/** The machine may be busy, and a part may have to start. */
const patience = { timeout: 180_000, interval: 100 };
/** How long a part stands still, ms: longer than a lease (5 s), as long as a paused machine is away. */
const pauseMs = 8_000;
const reconnectMs = 500;

interface Fault {
  name: string;
  act(cell: Cell): Promise<unknown>;
}

const passed = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const killed = (...names: ProcessName[]): Fault => ({
  name: `SIGKILL of ${names.join(" and ")}`,
  act: async (cell) => {
    for (const name of names) cell.of(name).signal("SIGKILL");
    await Promise.all(names.map((name) => cell.of(name).ended));
    await cell.start(...names);
  },
});
const paused = (name: ProcessName): Fault => ({
  name: `SIGSTOP of ${name} for ${pauseMs / 1000} s`,
  act: async (cell) => {
    cell.of(name).signal("SIGSTOP");
    await passed(pauseMs);
    cell.of(name).signal("SIGCONT");
  },
});
const faults: Fault[] = [
  killed("west"),
  killed("ingest"),
  killed("api"),
  killed("jobs"),
  killed("west", "east"),
  {
    name: `SIGSTOP of a locate process past its lease, which then ends`,
    act: async (cell) => {
      await paused("east").act(cell);
      expect(await cell.of("east").ended).toBe(1);
      await cell.start("east");
    },
  },
  paused("ingest"),
  paused("jobs"),
  {
    name: "SIGKILL of one of three NATS servers",
    act: async ({ nats: [one] }) => {
      await one!.kill();
      await passed(pauseMs);
      await one!.start();
    },
  },
  {
    name: `SIGSTOP of one of three NATS servers for ${pauseMs / 1000} s`,
    act: async ({ nats: [, two] }) => {
      two!.signal("SIGSTOP");
      await passed(pauseMs);
      two!.signal("SIGCONT");
    },
  },
  {
    name: "SIGKILL of all three NATS servers at once",
    act: async ({ nats }) => {
      await Promise.all(nats.map(({ kill }) => kill()));
      await Promise.all(nats.map(({ start }) => start()));
    },
  },
  {
    name: "SIGKILL of PostgreSQL",
    act: async ({ postgres }) => {
      postgres.signal("SIGKILL");
      await postgres.startAgain();
    },
  },
  {
    name: "SIGSTOP of PostgreSQL for 3 s",
    act: async ({ postgres }) => {
      postgres.signal("SIGSTOP");
      await passed(3_000);
      postgres.signal("SIGCONT");
    },
  },
  {
    name: "SIGTERM of each process, one after the other",
    act: async (cell) => {
      for (const name of ["api", "ingest", "jobs", "west", "east"] as const) {
        cell.of(name).signal("SIGTERM");
        expect(await cell.of(name).ended).toBe(0);
        await cell.start(name);
      }
    },
  },
];

let cell: Cell;
let world: World;
let receiver: Receiver;
let traffic: Awaited<ReturnType<typeof startTraffic>>;
beforeAll(async () => {
  if (!hasNats) throw new Error("test:faults needs the NATS server that bash .ci/realGateways/install.sh installs");
  [cell, receiver] = await Promise.all([startCell(), webhookReceiver()]);
  world = await makeWorld(cell, receiver.url, faults.length);
  await cell.start("ingest", "west", "east", "jobs", "api");
  traffic = await startTraffic(cell.mqttUrl, world.sites);
});
afterAll(async () => {
  receiver?.close();
  await world?.database.close();
  await cell?.stop();
});

const db = () => world.database.db;
/** Every site has a position of a message from after this moment. */
const untilLive = async (since: Date): Promise<void> => {
  const trackers = world.sites.map(({ asset }) => asset.trackerId);
  await vi.waitFor(async () => {
    const rows = await db()
      .selectFrom("latest_positions")
      .select("tracker_id")
      .where("tracker_id", "in", trackers)
      .where("end_ts", ">", since)
      .execute();
    expect(rows.map(({ tracker_id }) => tracker_id).toSorted()).toEqual(trackers.toSorted());
  }, patience);
};
const outcomesOf = (nth: number) =>
  Promise.all(world.sites.map(({ crossings }: FaultSite) => crossings[nth]!.outcome(db())));
/** The crossings of these geofences that the receiver was told of, each as often as it came under another id. */
const delivered = (fences: ReadonlySet<string>): string[] => {
  const byId = new Map(receiver.received.map((one) => [one.id, one]));
  return [...byId.values()]
    .flatMap(({ body }) => {
      const { data } = JSON.parse(body) as {
        data: { operation: string; entity: { id: string }; data: { asset?: { id: string } } };
      };
      const { asset } = data.data;
      return asset === undefined || !fences.has(data.entity.id) ? [] : [`${asset.id} ${data.operation}`];
    })
    .toSorted();
};

test.each(faults.map((fault, nth) => ({ ...fault, nth })))(
  "$name: each crossing is stored and delivered once, and positions go on",
  async ({ act, name, nth }) => {
    await untilLive(new Date());
    const crossing = Promise.all(
      world.sites.map(({ site, crossings }) => crossings[nth]!.cross({ mqttUrl: cell.mqttUrl, site }, reconnectMs)),
    );
    await vi.waitFor(async () => {
      for (const { found } of await outcomesOf(nth)) expect(found.told).not.toEqual([]);
    }, patience);
    const atMs = Date.now();
    await act(cell);
    const actedMs = Date.now();
    await untilLive(new Date(atMs));
    process.stderr.write(`${name}: took ${actedMs - atMs} ms; all live again ${Date.now() - actedMs} ms after it\n`);
    await crossing;
    const crossed: string[] = [];
    await vi.waitFor(async () => {
      crossed.length = 0;
      for (const { found, expected } of await outcomesOf(nth)) {
        expect(found).toEqual(expected);
        crossed.push(...expected.told);
      }
    }, patience);
    const fences = new Set(world.sites.map(({ crossings }) => crossings[nth]!.fenceId()));
    const storedMs = Date.now();
    // Things of the faults before are in these geofences, too.
    const ours = new Set(crossed);
    await vi.waitFor(() => {
      expect(delivered(fences).filter((one) => ours.has(one))).toEqual(crossed.toSorted());
    }, patience);
    process.stderr.write(
      `${name}: all crossings stored ${storedMs - actedMs} ms after it, all delivered ${Date.now() - actedMs} ms\n`,
    );
  },
);

test("afterwards every acknowledged advert is counted, and no position overlaps another of its tracker", async () => {
  await traffic.stop();
  await vi.waitFor(async () => {
    const { rows } = await sql<{ tracker: string; count: number }>`
      select tracker_id as tracker, sum(count)::int as count from sightings group by tracker_id`.execute(db());
    const counted = new Map(rows.map(({ tracker, count }) => [tracker, count]));
    for (const [tracker, { sent, acknowledged }] of traffic.counts()) {
      expect(counted.get(tracker)).toBeGreaterThanOrEqual(acknowledged);
      expect(counted.get(tracker)).toBeLessThanOrEqual(sent);
    }
  }, patience);
  const stays = await db().selectFrom("positions").selectAll().orderBy("tracker_id").orderBy("ts").execute();
  for (const [, own] of Map.groupBy(stays, (stay) => stay.tracker_id))
    for (const [nth, stay] of own.entries())
      expect(nth === 0 || stay.ts.getTime() > own[nth - 1]!.end_ts.getTime()).toBe(true);
  // The assets that move all the time cross geofences as often as they like.
  const moving = world.sites.map(({ asset }) => asset.id);
  const { rows } = await sql<{ times: number }>`
    select count(*)::int as times from events
    where kind = 'geofence' and data ? 'asset' and data->'asset'->>'id' <> all(${moving})
    group by entity_id, operation, data->'asset'->>'id' having count(*) > 1`.execute(db());
  expect(rows).toEqual([]);
});
