import type { Random } from "@pulse/positioning/model/seededRandom";
import type { Draft } from "../draw/floorDraft.ts";

const PALLET_SHARE = 0.74;
const PALE_SHARE = 0.2;

/** A double row of pallet racks, 2.5 m deep, from u0 to u1 in `bays` bays, with guards at its ends. */
export function doubleRack(draft: Draft, random: Random, u0: number, u1: number, v: number, bays: number): void {
  const bayM = (u1 - u0) / bays;
  draft.rect("rack", u0, v, u1 - u0, 2.5);
  for (let bay = 0; bay < bays; bay++)
    for (let row = 0; row < 2; row++)
      for (let place = 0; place < 2; place++) {
        if (random() >= PALLET_SHARE) continue;
        const ink = random() < PALE_SHARE ? "palletPale" : "pallet";
        draft.rect(ink, u0 + bay * bayM + 0.16 + (place * bayM) / 2, v + 0.17 + row * 1.25, bayM / 2 - 0.3, 0.9);
      }
  for (let bay = 1; bay < bays; bay++) draft.line("bay", [u0 + bay * bayM, v], [u0 + bay * bayM, v + 2.5]);
  draft.line("bay", [u0, v + 1.25], [u1, v + 1.25]);
  draft.rect("rackEdge", u0, v, u1 - u0, 2.5);
  draft.line("guard", [u0 - 0.35, v - 0.15], [u0 - 0.35, v + 2.65]);
  draft.line("guard", [u1 + 0.35, v - 0.15], [u1 + 0.35, v + 2.65]);
  draft.obstacle([u0, v + 1.25], [u1, v + 1.25]);
}

/** A single rack of `places` pallets; the row runs along the longer side. */
export function singleRack(
  draft: Draft,
  random: Random,
  u: number,
  v: number,
  w: number,
  h: number,
  places: number,
): void {
  draft.rect("rack", u, v, w, h);
  const along = w >= h;
  const stepM = Math.max(w, h) / places;
  for (let place = 0; place < places; place++) {
    if (random() >= PALLET_SHARE) continue;
    if (along) draft.rect("pallet", u + 0.1 + place * stepM, v + 0.13, stepM - 0.22, h - 0.26);
    else draft.rect("pallet", u + 0.15, v + 0.1 + place * stepM, w - 0.3, stepM - 0.22);
  }
  draft.rect("rackEdge", u, v, w, h);
  if (along) draft.obstacle([u, v + h / 2], [u + w, v + h / 2]);
  else draft.obstacle([u + w / 2, v], [u + w / 2, v + h]);
}

/** Shelving for small parts: 1.2 m double shelves with uprights every metre and some full places. */
export function shelving(draft: Draft, random: Random, u0: number, u1: number, v: number): void {
  draft.rect("rack", u0, v, u1 - u0, 1.2);
  for (let u = u0; u < u1 - 0.5; u += 1) {
    for (let row = 0; row < 2; row++)
      if (random() < PALLET_SHARE) draft.rect("pallet", u + 0.1, v + 0.1 + row * 0.6, 0.8, 0.42);
    if (u > u0) draft.line("bay", [u, v], [u, v + 1.2]);
  }
  draft.line("bay", [u0, v + 0.6], [u1, v + 0.6]);
  draft.rect("rackEdge", u0, v, u1 - u0, 1.2);
  draft.obstacle([u0, v + 0.6], [u1, v + 0.6]);
}
