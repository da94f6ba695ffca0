import pino from "pino";
import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { aCustomer, aGateway, anAsset, aSite, type TestAsset } from "../../../test/support/builders.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { tagMessages } from "../../../test/support/tagMessages.ts";
import { testBus } from "../../../test/support/testSiteModels.ts";
import { isInScope, type LogScope } from "../../platform/log/logScope.ts";
import { partitionOf } from "../../platform/log/partitions.ts";
import { ingestModule } from "./ingestModule.ts";
import { scopeOf } from "./siteShares.ts";
import { siteDivision } from "./siteShares.repository.ts";

const database = await testDatabase();
const { db } = database;

/** What a process makes of messages in a scope. */
async function working(scope: LogScope, siteId: string) {
  const bus = testBus();
  const sighted: string[] = [];
  bus.subscribe("sightings", ({ sightings }) => void sighted.push(...sightings.map(({ trackerId }) => trackerId)));
  const ingest = await ingestModule({
    db,
    bus,
    metrics: new Registry(),
    log: pino({ level: "silent" }),
    maxMessagesPerS: 100,
    now: Date.now,
    random: () => 0.5,
    isBrokerExternal: false,
    readiness: { part: () => undefined },
    onStop: () => undefined,
    problem: (error) => {
      throw error;
    },
  });
  const records = ingest.recordsOf(scope, bus);
  const own = (asset: TestAsset): boolean => isInScope(scope, siteId, ingest.devices.trackerById(asset.trackerId)!);
  return { ingest, records, sighted, own };
}

test("each share sights its own trackers, and the home notes all that a gateway says", async () => {
  await database.reset();
  const customer = await aCustomer(database);
  const site = await aSite(database, customer);
  const gateways = [];
  for (const x of [1, 2, 3])
    gateways.push({ ...(await aGateway(database, customer, site, { x, y: 1 })), spot: { x, y: 1 } });
  const assets: TestAsset[] = [];
  for (let nth = 0; nth < 12; nth++) assets.push(await anAsset(database, customer, site));
  const division = siteDivision(db, "01990000-0000-7000-9000-0000000000df", { gateways: 2, trackers: 100 });
  await division.divide(partitionOf(site.id), () => Promise.resolve());
  const shares = await division.all();
  const scopes = [partitionOf(site.id), ...shares.map(({ partition }) => partition)].map((one) =>
    scopeOf(one, shares)!,
  );
  const works = await Promise.all(scopes.map((scope) => working(scope, site.id)));
  const [gateway] = gateways;
  let position = 0;
  for (const asset of assets) {
    const { topic, payload } = tagMessages([gateway!], asset, { x: 1, y: 2 })[0]!;
    const record = {
      source: `gateway/${gateway!.id}`,
      topic,
      payload: new TextEncoder().encode(payload),
      atMs: Date.now(),
      position: ++position,
    };
    for (const { records } of works) records.work(record, records.senderOf(record)!, false);
  }
  for (const { sighted, own } of works) expect(sighted).toEqual(assets.filter(own).map(({ trackerId }) => trackerId));
  expect(works.flatMap(({ sighted }) => sighted)).toHaveLength(assets.length);
  // One that failed in the second share alone is read there alone when it is tried again.
  const again = { topic: "t", payload: new Uint8Array(), atMs: 0, position: ++position };
  const source = `gateway/${gateway!.id}/${assets[0]!.id}/1000/1`;
  expect(works.map(({ records }) => records.senderOf({ ...again, source }) !== null)).toEqual([false, true, false]);
  const received = works.map(({ ingest }) => ingest.status.trackersOf(gateway!.id, 0).length);
  expect(received).toEqual([assets.length, 0, 0]);
  expect(works.map(({ ingest }) => ingest.messages.of(gateway!.id).length > 0)).toEqual([true, false, false]);
});
