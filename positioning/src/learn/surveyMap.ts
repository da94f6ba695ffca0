import { riseOf, storeysBetween } from "../model/beyondFloors.ts";
import type { ResidualMaps } from "../model/calibration.ts";
import { fitMapShape, type ResidualPoints } from "../model/residualMap.ts";
import type { PlacedSite } from "../model/placedSite.ts";
import {
  behindWalls,
  type DrawnWalls,
  logDistance,
  type LabelledSnapshot,
  type SurveyedAnchor,
} from "./labelledSnapshot.ts";
import { newSlabLoss } from "../model/siteLearning.ts";
import { addSlabLoss } from "./slabLoss.ts";
import { packetNoise, type SurveyPathLoss } from "./surveyFit.ts";
import { LEARN } from "./learnConstants.ts";

/**
 * L3: the residuals at each surveyed point, by gateway and floor, with the shape under which they are likeliest on the
 * gateways' own floors.
 */
export function surveyMap(
  snapshots: readonly LabelledSnapshot[],
  site: PlacedSite,
  anchors: ReadonlyMap<string, SurveyedAnchor>,
  pathLoss: SurveyPathLoss,
  walls: DrawnWalls,
): ResidualMaps {
  const gateways: Record<string, ResidualPoints> = {};
  const beyond: Record<string, Record<string, ResidualPoints>> = {};
  const step = Math.max(1, Math.ceil(snapshots.length / LEARN.maxMapPoints));
  const taken = snapshots.filter((_, at) => at % step === 0);
  const slabDb = slabOf(taken, site, anchors, pathLoss);
  for (const { tagId, x, y, floor, heard } of taken) {
    for (const { anchorId, rssi, packets } of heard) {
      const anchor = anchors.get(anchorId);
      const storeys = storeysOf(site, anchorId, floor);
      if (!anchor || storeys === null) continue;
      const behindDb = storeys === 0 ? pathLoss.wallShare * behindWalls(walls, anchor, x, y) : storeys * slabDb;
      const points =
        storeys === 0 ? (gateways[anchorId] ??= noPoints()) : ((beyond[anchorId] ??= {})[floor] ??= noPoints());
      points.x.push(x);
      points.y.push(y);
      points.residualDb.push(rssi - (pathLossAt(site, anchor, { tagId, x, y, floor }, pathLoss) - behindDb));
      points.noiseDb2.push(packetNoise(packets));
    }
  }
  const shape = fitMapShape(Object.values(gateways));
  return { shape, gateways, ...(Object.keys(beyond).length ? { beyond, slabDb } : {}) };
}

function noPoints(): ResidualPoints {
  return { x: [], y: [], residualDb: [], noiseDb2: [] };
}

/** How many ceilings are between a gateway and a floor; null: the site has no such gateway or floor. */
function storeysOf(site: PlacedSite, anchorId: string, floorId: string): number | null {
  const anchor = site.anchors.get(anchorId);
  const floor = site.floors.find(({ id }) => id === floorId);
  return anchor && floor ? storeysBetween(anchor, floor) : null;
}

/**
 * The level that the path-loss model predicts at a gateway for a session's tag at a place, dBm, without walls and
 * ceilings.
 */
function pathLossAt(
  site: PlacedSite,
  anchor: SurveyedAnchor,
  { tagId, x, y, floor }: Pick<LabelledSnapshot, "tagId" | "x" | "y" | "floor">,
  pathLoss: SurveyPathLoss,
): number {
  const riseM = riseOf(
    site.anchors.get(anchor.id)!,
    site.floors.find(({ id }) => id === floor)!,
  );
  const own = (pathLoss.anchorOffsetsDb[anchor.id] ?? 0) + (pathLoss.sessionOffsetsDb.get(tagId) ?? 0);
  const distance = logDistance({ ...anchor, z: anchor.z + riseM }, x, y, site.tagHeightM);
  return anchor.nominalPowerDbm + pathLoss.powerShiftDb + own - 10 * pathLoss.exponent * distance;
}

/** Mean loss of a ceiling over everything heard through it, dB. */
function slabOf(
  snapshots: readonly LabelledSnapshot[],
  site: PlacedSite,
  anchors: ReadonlyMap<string, SurveyedAnchor>,
  pathLoss: SurveyPathLoss,
): number {
  const slab = newSlabLoss();
  for (const snapshot of snapshots) {
    for (const { anchorId, rssi } of snapshot.heard) {
      const anchor = anchors.get(anchorId);
      const storeys = storeysOf(site, anchorId, snapshot.floor);
      if (anchor && storeys) addSlabLoss(slab, (pathLossAt(site, anchor, snapshot, pathLoss) - rssi) / storeys);
    }
  }
  return slab.meanDb;
}
