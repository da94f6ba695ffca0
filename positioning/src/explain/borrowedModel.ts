import type { PlacedAnchor } from "../model/placed.ts";
import type { SiteModel } from "../model/siteModel.ts";

/**
 * The same site for fixes that are made to be looked at. It knows what the model knows now, and what it learns it keeps to
 * itself, so that nothing has to be put back afterwards. It shares what is costly: tables, floors and the room to compute
 * in, so that it is to be used and left before the model locates again.
 */
export function borrowedModel(model: SiteModel): SiteModel {
  const { work } = model;
  return {
    ...model,
    anchors: new Map([...model.anchors].map(([id, anchor]) => [id, borrowedAnchor(anchor)])),
    work: { ...work, misfit: { ...work.misfit }, slab: { ...work.slab } },
  };
}

/** What is asked for of other floors (`beyond`) stays shared: it is computed once, and says the same to both. */
function borrowedAnchor(anchor: PlacedAnchor): PlacedAnchor {
  const { waitsMs, silentTo, residual, missed } = anchor;
  return {
    ...anchor,
    waitsMs: [...waitsMs],
    silentTo: new Set(silentTo),
    residual: { ...residual },
    missed: { ...missed, places: new Set(missed.places) },
  };
}
