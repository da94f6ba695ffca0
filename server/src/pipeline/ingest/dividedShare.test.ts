import { sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aCustomer, aGateway, aSite, type TestSite } from "../../../test/support/builders.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { type LogProcess, logProcess, worked } from "../../../test/support/logProcess.ts";
import { transaction } from "../../platform/database/transaction.ts";
import type { LogScope } from "../../platform/log/logScope.ts";
import { partitionOf } from "../../platform/log/partitions.ts";

const database = await testDatabase();
const { db } = database;
const logId = "01990000-0000-7000-9000-0000000000ab";
const started: LogProcess[] = [];
const aProcess = (): LogProcess => {
  const one = logProcess({ db, logId, monotonicMs: () => nowMs });
  started.push(one);
  return one;
};
afterEach(async () => {
  for (const { share } of started.splice(0)) await share.stop();
});
let site: TestSite;

beforeEach(async () => {
  await database.reset();
  const customer = await aCustomer(database);
  site = await aSite(database, customer);
  for (const x of [1, 2]) await aGateway(database, customer, site, { x, y: 1 });
  nowMs = 0;
  growAnother = async () => {
    let other: TestSite;
    do other = await aSite(database, customer);
    while (partitionOf(other.id) !== partitionOf(site.id));
    for (const x of [1, 2, 3]) await aGateway(database, customer, other, { x, y: 1 });
  };
  grow = async () => void (await aGateway(database, customer, site, { x: 3, y: 1 }));
});
/** The site gets a gateway too many. */
let grow: () => Promise<void>;
/** Another site of its partition has as many. */
let growAnother: () => Promise<void>;
let nowMs = 0;

/** Until the processes have these partitions, and as many of the parts of divided sites each. */
const settleDivided = (partitions: number, ...processes: LogProcess[]): Promise<void> =>
  vi.waitFor(
    async () => {
      for (const { turn } of processes) await turn();
      expect(worked(...processes)).toEqual(Array.from({ length: partitions }, (_, nth) => nth + 1));
      const parts = processes.map(({ scopes, checks }) =>
        [...checks.keys()].filter((one) => isOfDivided(scopes.get(one)!)),
      );
      expect(
        Math.max(...parts.map(({ length }) => length)) - Math.min(...parts.map(({ length }) => length)),
      ).toBeLessThan(2);
    },
    { timeout: 60_000, interval: 1 },
  );
const isOfDivided = ({ divided }: LogScope): boolean => divided.size > 0;

test("a site that has become too large is divided when its partition begins anew, and its parts go to different processes", async () => {
  const home = partitionOf(site.id);
  const [first, second, third] = [aProcess(), aProcess(), aProcess()];
  await first.begin();
  await settleDivided(16, first);
  await grow();
  expect(first.scopes.get(home)?.divided.size).toBe(0);
  await first.look();
  await settleDivided(18, first);
  expect(first.ended).toEqual([home]);
  expect([home, 17, 18].map((partition) => first.scopes.get(partition)?.part?.share ?? 0)).toEqual([0, 1, 2]);
  await first.look();
  await settleDivided(18, first);
  expect(first.ended).toEqual([home]);
  await second.begin();
  await settleDivided(18, first, second);
  await third.begin();
  await settleDivided(18, first, second, third);
  // Its home sends its commands, whoever has the other parts.
  const homes = [first, second, third].filter(({ checks }) => checks.has(home));
  expect([first, second, third].filter(({ share }) => share.hasSite(site.id))).toEqual(homes);
  const tracker = { id: site.id, siteId: site.id, share: { share: 2, since: null, before: null } };
  const of = [first, second, third].filter(({ share }) => share.hasTracker(tracker));
  expect(of.map(({ checks }) => checks.has(18))).toEqual([true]);
});

test("a second large site in a partition that has begun anew once is divided as well", async () => {
  const home = partitionOf(site.id);
  const first = aProcess();
  await first.begin();
  await settleDivided(16, first);
  await grow();
  await first.look();
  await settleDivided(18, first);
  await growAnother();
  await first.look();
  await settleDivided(20, first);
  expect(first.ended.filter((partition) => partition === home)).toHaveLength(2);
  expect([...first.scopes.get(home)!.divided.values()]).toEqual([3, 3]);
});

test("a divided site that needs twice its shares is left by all processes, gets them, and is shared again", async () => {
  const home = partitionOf(site.id);
  const [first, second] = [aProcess(), aProcess()];
  await grow();
  await first.begin();
  await second.begin();
  await settleDivided(18, first, second);
  for (let nth = 0; nth < 3; nth++) await grow();
  for (const { look } of [first, second]) await look();
  await settleDivided(21, first, second);
  const scopes = [first, second].flatMap(({ checks, scopes: all }) => [...checks.keys()].map((one) => all.get(one)!));
  const parts = scopes.filter(({ divided }) => divided.size > 0);
  expect(parts.map(({ part }) => part?.share ?? 0).toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(parts.flatMap(({ divided }) => [...divided.values()])).toEqual([6, 6, 6, 6, 6, 6]);
  expect([...first.ended, ...second.ended].filter((partition) => partition === home).length).toBeGreaterThan(0);
  expect([...first.lost, ...second.lost]).toEqual([]);
  for (const { checks } of [first, second])
    for (const check of checks.values()) await transaction(db, async (trx) => check(trx));
});

test("a site that cannot be divided does not stand still for that again and again", async () => {
  const home = partitionOf(site.id);
  const first = aProcess();
  await first.begin();
  await settleDivided(16, first);
  await sql`create function refuse_shares() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$`.execute(
    db,
  );
  await sql`create trigger refuse_shares before insert on site_shares execute function refuse_shares()`.execute(db);
  try {
    await grow();
    for (let nth = 0; nth < 3; nth++) {
      await first.look();
      await settleDivided(16, first);
    }
    expect(first.ended).toEqual([home]);
  } finally {
    await sql`drop trigger refuse_shares on site_shares`.execute(db);
    await sql`drop function refuse_shares`.execute(db);
  }
  nowMs = 3_600_000;
  await first.turn();
  nowMs += 2_000;
  await first.look();
  await settleDivided(18, first);
});

test("the parts of a divided site go to the others when the process that has them ends", async () => {
  await grow();
  const [first, second] = [aProcess(), aProcess()];
  await first.begin();
  await second.begin();
  await settleDivided(18, first, second);
  await second.share.stop();
  await settleDivided(18, first);
  expect(first.lost).toEqual([]);
});
