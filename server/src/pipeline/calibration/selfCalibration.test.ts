import { locate } from "@pulse/positioning/engine/locate";
import { gatewayHealth } from "@pulse/positioning/learn/gatewayHealth";
import { packTraffic } from "@pulse/positioning/learn/snapshot";
import { newTrafficSample, sampleTraffic } from "@pulse/positioning/learn/trafficSample";
import { cellAt } from "@pulse/positioning/model/floorGrid";
import type { SiteModel } from "@pulse/positioning/engine/siteModel";
import { seededRandom } from "@pulse/positioning/model/seededRandom";
import { newTrackerState } from "@pulse/positioning/engine/trackerState";
import { observe } from "@pulse/positioning/window/signalState";
import { expect, onTestFinished, test } from "vitest";
import { aCustomer, aGateway, aSite } from "../../../test/support/builders.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { testSiteModels } from "../../../test/support/testSiteModels.ts";
import { underperformingAt } from "../locate/locateWorker.ts";
import type { SiteTraffic } from "../locate/trafficSamples.ts";
import { calibrationsRepository } from "./calibrations.repository.ts";
import { fitter } from "./fitter.ts";
import { selfCalibration } from "./selfCalibration.ts";

/**
 * What a site hears of 40 tags at places of their own if one gateway hears so much less than the law says.
 * @param exchanged two gateways that hang in each other's places
 */
function trafficOf(model: SiteModel, deafId: string, deafDb: number, exchanged: readonly string[] = []): SiteTraffic {
  const random = seededRandom(7);
  const sample = newTrafficSample();
  const { extent } = model.floors[0]!.grid;
  for (let tag = 0; tag < 40; tag++) {
    const state = newTrackerState();
    const x = extent.minX + random() * (extent.maxX - extent.minX);
    const y = extent.minY + random() * (extent.maxY - extent.minY);
    const cell = cellAt(model.floors[0]!.grid, x, y);
    for (const { id } of model.anchors.values()) {
      const hangsAt = exchanged.includes(id) ? exchanged.find((other) => other !== id)! : id;
      const { tables } = model.anchors.get(hangsAt)!;
      const level = tables.level[cell]! + 8 * (random() - 0.5) - (id === deafId ? deafDb : 0);
      for (let atMs = 0; atMs <= 4000; atMs += 500)
        if (level > -90) observe(state, { anchorId: id, rssi: level + 4 * (random() - 0.5), atMs });
    }
    for (const nowMs of [1000, 4000]) if (locate(model, state, nowMs)) sampleTraffic(sample, model, `t${tag}`, nowMs);
  }
  return { snapshots: packTraffic(sample.snapshots), doubted: [] };
}

/** A site with nine gateways that fits itself to traffic. */
async function aLearningSite() {
  const database = await testDatabase();
  await database.reset();
  const { db } = database;
  const customer = await aCustomer(database);
  const site = await aSite(database, customer);
  const gateways = [];
  for (let nth = 0; nth < 9; nth++)
    gateways.push(await aGateway(database, customer, site, { x: 4 + 16 * (nth % 3), y: 3 + 9 * Math.floor(nth / 3) }));
  const sites = testSiteModels({ db });
  const fits = fitter();
  onTestFinished(() => fits.close());
  const unit = { commitAsSystem: () => Promise.resolve() };
  const learn = selfCalibration({ calibrations: calibrationsRepository(db), sites, fitter: fits, unit });
  const live = (await sites.of(site.id))!;
  return { gateways, live, learn };
}

test("a gateway that a site's traffic twice shows to be weak is named, until traffic twice says that it is not", async () => {
  const { gateways, live, learn } = await aLearningSite();
  const named = (): string[] =>
    gatewayHealth(live.model).flatMap(({ anchorId, suspect }) => (suspect ? [anchorId] : []));

  const deafId = gateways[4]!.id;
  const deaf = trafficOf(live.model, deafId, 12);
  await learn(live, deaf);
  expect(named()).toEqual([]);
  await learn(live, deaf);
  expect(named()).toEqual([deafId]);

  const repaired = trafficOf(live.model, deafId, 0);
  await learn(live, repaired);
  expect(named()).toEqual([deafId]);
  await learn(live, repaired);
  expect(named()).toEqual([]);
});

test("two gateways that a site's traffic shows to hang in each other's places are named, and no others", async () => {
  const { gateways, live, learn } = await aLearningSite();
  const faults = () => Object.fromEntries(underperformingAt(live));
  const [first, last] = [gateways[0]!.id, gateways[8]!.id];
  const wrong = trafficOf(live.model, first, 0, [first, last]);
  await learn(live, wrong);
  expect(Object.values(faults()).filter((fault) => typeof fault === "object")).toHaveLength(2);
  expect(faults()).toMatchObject({ [first]: { swappedWith: last }, [last]: { swappedWith: first } });
});
