import type { Draft } from "./floorDraft.ts";

/** Two desks back to back, 2.6 × 2.5 m, a chair at each. */
export function deskPair(draft: Draft, u: number, v: number): void {
  draft.rect("furniture", u, v, 2.6, 1.2);
  draft.rect("furniture", u, v + 1.3, 2.6, 1.2);
  draft.circle("furnitureDetail", u + 1.3, v - 0.55, 0.38);
  draft.circle("furnitureDetail", u + 1.3, v + 3.05, 0.38);
}

/** One desk 1.6 × 0.8 with its chair on the far side and a screen. */
export function desk(draft: Draft, u: number, v: number): void {
  draft.rect("furniture", u, v, 1.6, 0.8);
  draft.rect("furnitureDetail", u + 0.5, v + 0.12, 0.6, 0.14);
  draft.circle("furnitureDetail", u + 0.8, v + 1.2, 0.3);
}

/** A meeting table with `seats` chairs on each long side; u, v is its corner. */
export function meetingTable(draft: Draft, u: number, v: number, lengthM: number, depthM: number, seats: number): void {
  draft.rect("furniture", u, v, lengthM, depthM, Math.min(0.9, depthM / 2));
  for (let seat = 0; seat < seats; seat++) {
    const at = u + ((seat + 0.5) * lengthM) / seats;
    draft.circle("furnitureDetail", at, v - 0.55, 0.34);
    draft.circle("furnitureDetail", at, v + depthM + 0.55, 0.34);
  }
}

/** A round table with four chairs about its centre. */
export function roundTable(draft: Draft, u: number, v: number, radiusM = 0.85): void {
  draft.circle("furniture", u, v, radiusM);
  const reach = radiusM + 0.52;
  for (const [du, dv] of [
    [-reach, 0],
    [reach, 0],
    [0, -reach],
    [0, reach],
  ] as const)
    draft.circle("furnitureDetail", u + du, v + dv, 0.32);
}

/** A flight of stairs along u with an arrow up; every second of the 0.3 m treads is drawn. */
export function stairs(draft: Draft, u: number, v: number, lengthM: number, widthM: number): void {
  for (let at = 0; at <= lengthM + 0.01; at += 0.6) draft.line("thin", [u + at, v], [u + at, v + widthM]);
  draft.lift("Stairs", [u, v, lengthM, widthM]);
  const middle = v + widthM / 2;
  draft.line("thin", [u, v], [u + lengthM, v]);
  draft.line("thin", [u, v + widthM], [u + lengthM, v + widthM]);
  draft.line("thin", [u - 0.2, middle], [u + lengthM + 0.3, middle]);
  draft.line(
    "thin",
    [u + lengthM - 0.15, middle - 0.4],
    [u + lengthM + 0.3, middle],
    [u + lengthM - 0.15, middle + 0.4],
  );
}

/** A lift car with its cross. */
export function lift(draft: Draft, u: number, v: number, w: number, h: number): void {
  draft.lift("Lift", [u, v, w, h]);
  draft.rect("furniture", u, v, w, h);
  draft.line("thin", [u, v], [u + w, v + h]);
  draft.line("thin", [u + w, v], [u, v + h]);
}

/** Chairs in a row along u, each 0.62 m. */
export function chairRow(draft: Draft, u: number, v: number, chairs: number): void {
  for (let chair = 0; chair < chairs; chair++) draft.rect("furnitureDetail", u + chair * 0.72, v, 0.6, 0.58, 0.12);
}

/** A WC: bowl and cistern against v = 0. */
export function toilet(draft: Draft, u: number, v: number): void {
  draft.rect("furnitureDetail", u, v, 0.5, 0.2);
  draft.rect("furniture", u + 0.04, v + 0.2, 0.42, 0.5, 0.2);
}

/** A wash basin against v = 0. */
export function basin(draft: Draft, u: number, v: number): void {
  draft.rect("furniture", u, v, 0.6, 0.45, 0.1);
  draft.circle("furnitureDetail", u + 0.3, v + 0.24, 0.12);
}

/** A run of cupboards with doors each 0.8 m. */
export function cupboards(draft: Draft, u: number, v: number, lengthM: number, depthM: number): void {
  draft.rect("fixture", u, v, lengthM, depthM);
  for (let at = 0.8; at < lengthM - 0.2; at += 0.8) draft.line("thin", [u + at, v], [u + at, v + depthM]);
}
