import { type FixWork, newFixWork } from "../fix/fixWork.ts";
import { modelShifts } from "../learn/modelShifts.ts";
import { placeSite, type SiteInput } from "../model/placedSite.ts";
import { underNewPathLoss } from "../model/gatewayLearning.ts";
import { type LearningSite, newSiteLearning } from "../model/siteLearning.ts";
import { type DisplayFilter, newDisplayFilter } from "../smooth/displayFilter.ts";

/** All that positions of a site are computed from. Build a new one when a gateway, a floor or a setting changes. */
export interface SiteModel extends LearningSite {
  /** Scratch space, so that a fix allocates next to nothing. A model serves one caller at a time. */
  work: FixWork & {
    /** The display filter, carried on through uploads that are still to come (trackLate.ts). */
    late: DisplayFilter;
  };
}

/** Builds the model; nothing is learned yet. Never throws. */
export function buildSiteModel(input: SiteInput): SiteModel {
  const site = placeSite(input);
  return {
    ...site,
    learning: newSiteLearning(),
    work: { ...newFixWork(site.floors), late: newDisplayFilter() },
  };
}

/** Takes over from the model before what was learned about gateways (alive, healthy) that have not been moved. */
export function inheritLearning(model: SiteModel, before: SiteModel): void {
  const isSamePathLoss = model.calibration?.version === before.calibration?.version;
  model.learning.faintestDbm = before.learning.faintestDbm;
  model.learning.slab = before.learning.slab;
  if (isSamePathLoss) model.learning.chiSquare = before.learning.chiSquare;
  model.learning.modelShifts = modelShifts(model, { ...before, shifts: before.learning.modelShifts });
  for (const anchor of model.anchors.values()) {
    const was = before.anchors.get(anchor.id);
    if (was?.floor.id !== anchor.floor.id || was.x !== anchor.x || was.y !== anchor.y || was.z !== anchor.z) continue;
    anchor.lastPacketMs = was.lastPacketMs;
    anchor.lagMs = was.lagMs;
    anchor.waitsMs = was.waitsMs;
    anchor.laggedMs = was.laggedMs;
    anchor.trackersNotHeard = was.trackersNotHeard;
    // Somebody has said anew what is usual of it.
    if (was.nominalPowerDbm !== anchor.nominalPowerDbm) continue;
    anchor.missed = was.missed;
    anchor.weakness = was.weakness;
    anchor.swap = was.swap;
    anchor.residual = isSamePathLoss ? was.residual : underNewPathLoss(was.residual);
  }
}
