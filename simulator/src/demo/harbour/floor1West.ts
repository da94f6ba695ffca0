import type { Random } from "@pulse/positioning/model/seededRandom";
import type { Draft } from "../draw/floorDraft.ts";

/** Docks with a trailer. */
const TRAILERS_AT = new Set([1, 2, 4]);
const STAGED_SHARE = [0.45, 0.85, 0.6, 0.25, 0.7];

/** Charging bays along the west wall. */
export function drawCharging(draft: Draft): void {
  for (let bay = 0; bay < 4; bay++) {
    const v = 15.7 + bay * 2.1;
    draft.rect("furniture", 0.5, v, 1, 1.2);
    draft.line("bayMark", [1.9, v - 0.45], [5.8, v - 0.45]);
    draft.line("bolt", [1.1, v + 0.18], [0.82, v + 0.66], [1.22, v + 0.66], [1.04, v + 1.06]);
  }
  draft.line("bayMark", [1.9, 23.65], [5.8, 23.65]);
  draft.wall("low", [0, 14.4], [12.6, 14.4], [{ from: 5, width: 3, kind: "gap" }]);
  draft.wall("low", [12.6, 14.4], [12.6, 24.4], [{ from: 3, width: 4.6, kind: "gap" }]);
  draft.wall("low", [0, 24.4], [12.6, 24.4]);
  draft.label("room", 9.4, 19, "Charging", "4 bays");
}

/** Packing benches with their scales and screens. */
export function drawPacking(draft: Draft): void {
  for (let row = 0; row < 3; row++)
    for (let column = 0; column < 2; column++) {
      const [u, v] = [0.9 + column * 5.4, 27.2 + row * 3.7];
      draft.rect("furniture", u, v, 4.2, 1.2);
      draft.rect("furnitureDetail", u + 0.25, v + 0.2, 0.9, 0.8);
      draft.rect("furnitureDetail", u + 2.9, v + 0.2, 0.9, 0.8);
      draft.circle("furnitureDetail", u + 2, v + 1.75, 0.38);
    }
  draft.wall("low", [12.6, 24.4], [12.6, 38], [{ from: 3.4, width: 5, kind: "gap" }]);
  draft.label("room", 6.2, 25.9, "Packing and returns");
}

/** A staging lane with its leveller, bumpers and, at some, the first metres of a trailer. */
export function drawDock(draft: Draft, random: Random, number: number, u: number): void {
  const left = u - 2.4;
  draft.line("lane", [left, 35.6], [left, 27.9], [left + 4.8, 27.9], [left + 4.8, 35.6]);
  const share = STAGED_SHARE[number - 1] ?? 0;
  // The middle of a lane stays free: people walk to the door there.
  for (let row = 0; row < 3; row++)
    for (const offset of [0.3, 3.25])
      if (random() < share) draft.rect("goods", left + offset, 28.6 + row * 2.3, 1.25, 1.25);
  draft.rect("goods", u - 1.6, 35.9, 3.2, 1.8);
  draft.line("thin", [u - 1.6, 36.5], [u + 1.6, 36.5]);
  draft.rect("bumper", u - 2.1, 38.1, 0.4, 0.9);
  draft.rect("bumper", u + 1.7, 38.1, 0.4, 0.9);
  if (TRAILERS_AT.has(number)) draft.rect("trailer", u - 1.3, 38.7, 2.6, 3.8);
  draft.label("dock", u, 37.15, String(number));
}
