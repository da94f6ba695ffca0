import { basin, toilet } from "../draw/furniture.ts";
import type { Draft } from "../draw/floorDraft.ts";
import { bed, couch, curtain } from "./beds.ts";
import { plainDoor, type RoomKit, sideDoor, wideDoor } from "./roomKit.ts";

/** Four beds, two at each side wall, with curtains. About 7.2 m wide. */
export const ward: RoomKit = {
  ink: "office",
  door: wideDoor,
  furnish(draft, w, d) {
    const places = [1.7, d - 2.2];
    for (const v of places) {
      bed(draft, 0.12, v, "left");
      bed(draft, w - 2.22, v, "right");
    }
    const between = d / 2 + 0.15;
    for (const [edge, inner] of [
      [0.1, 2.75],
      [w - 0.1, w - 2.75],
    ] as const) {
      curtain(draft, [edge, between], [inner, between], [inner, between - 1.1]);
      curtain(draft, [inner, between], [inner, between + 1.1]);
    }
    basin(draft, 0.3, 0.1);
    return places.flatMap((v) => [
      [
        [w / 2, v + 0.5],
        [w / 2 - 0.8, v + 0.5],
      ],
      [
        [w / 2, v + 0.5],
        [w / 2 + 0.8, v + 0.5],
      ],
    ]);
  },
};

/** One bed with a bathroom of its own. About 4 m wide. */
export const single: RoomKit = {
  ink: "office",
  door: sideDoor,
  furnish(draft, w, d) {
    bathroom(draft, w);
    bed(draft, w - 2.25, d - 2.4, "right");
    draft.rect("furnitureDetail", 0.25, d - 1.1, 0.75, 0.75, 0.18);
    return [
      [
        [0.95, 2.6],
        [1.1, d - 1.9],
      ],
      [
        [0.95, 2.6],
        [w - 1.3, d - 2.9],
      ],
    ];
  },
};

/** Five or more open bays along the window wall, a monitor at each: intensive care, recovery, emergency. */
export const bays: RoomKit = {
  ink: "office",
  door: wideDoor,
  furnish(draft, w, d) {
    const count = Math.max(2, Math.floor(w / 2.9));
    const stepM = w / count;
    for (let bay = 0; bay < count; bay++) {
      bed(draft, bay * stepM + stepM / 2 - 0.5, d - 2.3, "window");
      if (bay > 0) curtain(draft, [bay * stepM, d - 0.1], [bay * stepM, d - 2.9]);
    }
    draft.rect("furniture", w / 2 + 1.6, 0.9, Math.min(3, w / 2 - 2), 0.7);
    return Array.from({ length: count }, (_, bay) => [
      [w / 2, d - 3.4] as const,
      [bay * stepM + stepM / 2, d - 3] as const,
    ]);
  },
};

/** A consulting room: desk, two chairs, couch behind a curtain. About 3.6 m wide. */
export const consult: RoomKit = {
  ink: "office",
  door: plainDoor,
  furnish(draft, w, d) {
    draft.rect("furniture", w - 1.0, d - 2.4, 0.8, 1.7);
    draft.circle("furnitureDetail", w - 1.45, d - 1.5, 0.3);
    draft.circle("furnitureDetail", w - 1.5, d - 2.6, 0.26);
    couch(draft, 0.2, d - 2.2);
    curtain(draft, [0.1, d - 2.5], [1.25, d - 2.5], [1.25, d - 0.1]);
    basin(draft, w - 0.8, 0.1);
    return [
      [
        [0.95, 2.4],
        [w / 2 + 0.1, d - 2.9],
      ],
    ];
  },
};

/** Cubicles and basins. */
export const washroom: RoomKit = {
  ink: null,
  door: plainDoor,
  furnish(draft, w, d) {
    const cubicles = Math.max(2, Math.floor(w / 1.1));
    const stepM = w / cubicles;
    const inner = draft;
    for (let cubicle = 0; cubicle < cubicles; cubicle++) {
      const u = cubicle * stepM;
      inner.rect("furnitureDetail", u + stepM / 2 - 0.25, d - 0.25, 0.5, 0.2);
      inner.rect("furniture", u + stepM / 2 - 0.21, d - 0.78, 0.42, 0.52, 0.2);
      if (cubicle > 0) inner.line("thin", [u, d], [u, d - 1.6]);
    }
    for (const v of [1.9, 2.8]) draft.rect("furniture", w - 0.5, v, 0.45, 0.6, 0.1);
    return [
      [
        [0.95, 2],
        [w / 2 - 0.2, d - 2.3],
      ],
    ];
  },
};

/** The bathroom in a single room's corner by the corridor, on the far side from the door. */
function bathroom(draft: Draft, w: number): void {
  const left = w - 2.1;
  draft.wall("inner", [left, 0], [left, 2.2], [{ from: 1.1, width: 0.9, kind: "swing", hinge: "second", to: "left" }]);
  draft.wall("inner", [left, 2.2], [w, 2.2]);
  toilet(draft, w - 0.8, 0.1);
  basin(draft, left + 0.35, 0.1);
}
