import { expect, test } from "vitest";
import { aCustomer, aGateway, anAsset, aSite } from "../../test/builders.ts";
import { testDatabase } from "../../test/database.ts";
import { inProcessBus } from "../adapters/bus/inProcessBus.ts";
import { locateWorker } from "./locateWorker.ts";
import { siteModels } from "./siteModels.ts";

test("a fault with one tracker costs its own fix and nobody else's", async () => {
  const database = await testDatabase();
  await database.reset();
  const customer = await aCustomer(database);
  const place = await aSite(database, customer);
  const gateways = [];
  for (const x of [3, 20]) gateways.push(await aGateway(database, customer, place, { x, y: 3 }));
  const [faulty, sound] = [await anAsset(database, customer, place), await anAsset(database, customer, place)];
  const unexpected = (error: unknown): never => {
    throw error;
  };
  const bus = inProcessBus({ now: Date.now, problem: unexpected });
  const sites = siteModels({
    db: database.db,
    bus,
    status: { moved: () => undefined },
    now: Date.now,
    random: () => 0.5,
    problem: unexpected,
  });
  await sites.of(place.id);

  const problems: unknown[] = [];
  const worker = locateWorker({
    bus,
    sites,
    offsets: {
      ofMake: () => undefined,
      ofTracker: (id) => {
        if (id === faulty.trackerId) throw new Error("nothing fits this tag");
        return undefined;
      },
    },
    fitDue: () => undefined,
    problem: (error) => problems.push(error),
  });
  const fixed: string[] = [];
  bus.subscribe("fixes", (fixes) => void fixed.push(...fixes.map(({ trackerId }) => trackerId)));
  const atMs = 1_000_000;
  for (const { id } of gateways)
    bus.publish("sightings", {
      siteId: place.id,
      hardwareId: id,
      receivedMs: atMs,
      position: 0,
      sightings: [faulty, sound].map(({ trackerId }) => ({ trackerId, rssi: -60, atMs })),
    });
  worker.tick(atMs + 2000);
  await expect.poll(() => fixed).toEqual([sound.trackerId]);
  expect(problems).toMatchObject([{ message: "nothing fits this tag" }]);
  worker.close();
  sites.close();
});
