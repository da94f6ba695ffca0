import type { Draft } from "../draw/floorDraft.ts";

/** A bed 2.1 × 1 m with its pillow and locker; `head` is the side of the room's frame that the head points to. */
export function bed(draft: Draft, u: number, v: number, head: "left" | "right" | "window"): void {
  if (head === "window") {
    draft.rect("furniture", u, v, 1, 2.1, 0.12);
    draft.rect("furnitureDetail", u + 0.18, v + 1.55, 0.64, 0.42, 0.1);
    draft.line("thin", [u, v + 1.3], [u + 1, v + 1.3]);
    draft.rect("fixture", u + 1.12, v + 1.6, 0.45, 0.45);
    return;
  }
  draft.rect("furniture", u, v, 2.1, 1, 0.12);
  const pillow = head === "left" ? u + 0.12 : u + 1.56;
  draft.rect("furnitureDetail", pillow, v + 0.18, 0.42, 0.64, 0.1);
  const fold = head === "left" ? u + 0.8 : u + 1.3;
  draft.line("thin", [fold, v], [fold, v + 1]);
  draft.rect("fixture", head === "left" ? u : u + 1.65, v + 1.12, 0.45, 0.45);
}

/** A curtain around a bed place: along the given points. */
export function curtain(draft: Draft, ...points: (readonly [number, number])[]): void {
  draft.line("curtain", ...points);
}

/** An examination couch, 0.7 × 1.9 m along v. */
export function couch(draft: Draft, u: number, v: number): void {
  draft.rect("furniture", u, v, 0.7, 1.9, 0.1);
  draft.rect("furnitureDetail", u + 0.1, v + 1.4, 0.5, 0.4, 0.08);
}
