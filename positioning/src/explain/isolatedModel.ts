import type { PlacedAnchor } from "../model/placed.ts";
import type { SiteModel } from "../engine/siteModel.ts";

/**
 * The same site for fixes that are only looked at. It knows what the model knows now, and keeps what it learns to
 * itself, so that nothing has to be undone afterwards. It shares what is expensive: tables, floors and scratch space.
 * So it must not be used after the model has located again.
 */
export function isolatedModel(model: SiteModel): SiteModel {
  const { learning, work } = model;
  return {
    ...model,
    anchors: new Map([...model.anchors].map(([id, anchor]) => [id, isolatedAnchor(anchor)])),
    work: { ...work },
    learning: { ...learning, slab: { ...learning.slab } },
  };
}

/** Tables of other floors (`beyond`) stay shared: they are computed once, and are the same for both. */
function isolatedAnchor(anchor: PlacedAnchor): PlacedAnchor {
  const { waitsMs, trackersNotHeard, residual, missed } = anchor;
  return {
    ...anchor,
    waitsMs: [...waitsMs],
    trackersNotHeard: new Set(trackersNotHeard),
    residual: { ...residual },
    missed: { ...missed, places: new Set(missed.places) },
  };
}
