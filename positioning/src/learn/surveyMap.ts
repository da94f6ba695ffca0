import { riseOf, storeysBetween } from "../model/beyondFloors.ts";
import type { ResidualMaps } from "../model/calibration.ts";
import { fitMapShape, type ResidualPoints } from "../model/residualMap.ts";
import { newSlabLoss } from "../model/siteLearning.ts";
import type { PlacedSite } from "../model/placedSite.ts";
import type { LabelledSnapshot } from "./labelledSnapshot.ts";
import { LEARN } from "./learnConstants.ts";
import { linkTo } from "./observation.ts";
import { addSlabLoss } from "./slabLoss.ts";
import { packetNoiseDb2, type SurveyFit } from "./surveyFit.ts";

/**
 * L3: the residuals at each surveyed point, by gateway and floor, with the shape under which they are likeliest on the
 * gateways' own floors.
 */
export function surveyMap(snapshots: readonly LabelledSnapshot[], site: PlacedSite, fit: SurveyFit): ResidualMaps {
  const step = Math.ceil(snapshots.length / LEARN.maxMapPoints);
  const windows = snapshots.filter((_, at) => at % step === 0).flatMap((one) => residualsAt(one, site, fit));
  const slab = newSlabLoss();
  for (const { storeys, residualDb } of windows) if (storeys > 0) addSlabLoss(slab, -residualDb / storeys);
  const gateways: Record<string, ResidualPoints> = {};
  const beyond: Record<string, Record<string, ResidualPoints>> = {};
  for (const { anchorId, x, y, floor, storeys, residualDb, packets } of windows) {
    const points =
      storeys === 0 ? (gateways[anchorId] ??= noPoints()) : ((beyond[anchorId] ??= {})[floor] ??= noPoints());
    points.x.push(x);
    points.y.push(y);
    points.residualDb.push(residualDb + storeys * slab.meanDb);
    points.noiseDb2.push(packetNoiseDb2(packets));
  }
  const shape = fitMapShape(Object.values(gateways));
  return { shape, gateways, ...(Object.keys(beyond).length ? { beyond, slabDb: slab.meanDb } : {}) };
}

function noPoints(): ResidualPoints {
  return { x: [], y: [], residualDb: [], noiseDb2: [] };
}

/** How much more each gateway heard at a point than expected of its tag, without the ceilings between, dB. */
function residualsAt(
  { tagId, x, y, floor, heard }: LabelledSnapshot,
  site: PlacedSite,
  { pathLoss, strengthsDb }: SurveyFit,
) {
  const placed = site.floors.find(({ id }) => id === floor);
  return heard.flatMap(({ anchorId, rssi, packets }) => {
    const anchor = site.anchors.get(anchorId);
    if (!anchor || !placed) return [];
    const storeys = storeysBetween(anchor, placed);
    const link = linkTo({ ...anchor, z: anchor.z + riseOf(anchor, placed) }, [{ x, y, spreadM2: 0 }]);
    const lossDb =
      10 * pathLoss.exponent * link.logDistance[0]! + (storeys === 0 ? pathLoss.wallShare * link.wallsDb[0]! : 0);
    const ownDb = (pathLoss.anchorOffsetsDb[anchorId] ?? 0) + (strengthsDb.get(tagId) ?? 0);
    const residualDb = rssi - (anchor.nominalPowerDbm + pathLoss.powerShiftDb + ownDb - lossDb);
    return [{ anchorId, x, y, floor, storeys, residualDb, packets }];
  });
}
