import { basin, chairRow, cupboards } from "../draw/furniture.ts";
import { open, plainDoor, type RoomKit, sideDoor, wideDoor } from "./roomKit.ts";

/** An operating theatre: table, lamps, anaesthesia and trolleys. About 7.4 m wide. */
export const theatre: RoomKit = {
  ink: "cold",
  door: wideDoor,
  windowless: true,
  furnish(draft, w, d) {
    const [u, v] = [w / 2, d / 2 + 0.5];
    draft.circle("curtain", u, v, 2.1);
    draft.rect("furniture", u - 0.3, v - 1, 0.6, 2, 0.15);
    draft.rect("furnitureDetail", u - 0.24, v + 0.6, 0.48, 0.34, 0.1);
    for (const [du, dv] of [
      [-0.75, -0.5],
      [0.75, 0.5],
    ] as const)
      draft.circle("thin", u + du, v + dv, 0.38);
    draft.rect("furnitureDetail", u - 0.4, v + 1.35, 0.8, 0.55);
    draft.rect("fixture", u - 1.75, v - 0.5, 0.5, 1.1);
    cupboards(draft, 0.1, d - 0.6, w - 0.2, 0.5);
    basin(draft, 0.3, 0.1);
    basin(draft, 1, 0.1);
    return [
      [
        [u, 1.9],
        [u - 2.4, v - 1.4],
      ],
      [
        [u, 1.9],
        [u + 2.4, v - 1.4],
        [u + 2.4, v + 0.8],
      ],
    ];
  },
};

/** CT or MR: the ring with its table, and a control booth behind glass. About 8 m wide. */
export const imaging: RoomKit = {
  ink: "cold",
  door: wideDoor,
  windowless: true,
  furnish(draft, w, d) {
    const [u, v] = [w / 2 + 1.2, d - 2.2];
    draft.rect("fixture", u - 1.25, v - 0.35, 2.5, 0.95, 0.4);
    draft.circle("furnitureDetail", u, v + 0.1, 0.36);
    draft.rect("furniture", u - 0.3, v - 2.3, 0.6, 2.2, 0.2);
    draft.wall("inner", [2.3, d - 3], [2.3, d], []);
    draft.line("glass", [2.3, d - 2.5], [2.3, d - 0.7]);
    draft.rect("furniture", 1.4, d - 2.6, 0.75, 2);
    draft.circle("furnitureDetail", 0.95, d - 1.6, 0.32);
    return [
      [
        [w / 2, 2.2],
        [w / 2 - 0.6, d - 2.7],
      ],
      [
        [w / 2, 2.2],
        [1.2, d - 3.4],
      ],
    ];
  },
};

/** Shelves, a bench and a counter toward the corridor. */
export const pharmacy: RoomKit = {
  ink: "charging",
  door: plainDoor,
  furnish(draft, w, d) {
    for (let u = 2.4; u < w - 1.4; u += 1.9) {
      draft.rect("rack", u, 2.4, 0.8, d - 3.6);
      draft.line("bay", [u + 0.4, 2.4], [u + 0.4, d - 1.2]);
      draft.rect("rackEdge", u, 2.4, 0.8, d - 3.6);
      draft.obstacle([u + 0.4, 2.4], [u + 0.4, d - 1.2]);
    }
    cupboards(draft, 0.1, d - 0.6, w - 0.2, 0.5);
    draft.rect("furniture", w / 2, 0.7, w / 2 - 0.5, 0.6);
    return [
      [
        [0.95, 1.8],
        [1.4, d - 1.6],
      ],
      [
        [0.95, 1.8],
        [w / 2 + 0.8, 1.8],
      ],
    ];
  },
};

/** Rows of chairs, open to the corridor. */
export const waiting: RoomKit = {
  ink: "dock",
  door: open,
  furnish(draft, w, d) {
    const chairs = Math.floor((w - 1.6) / 0.72 / 2);
    for (let v = 2; v < d - 1; v += 1.55) {
      chairRow(draft, 0.5, v, chairs);
      chairRow(draft, w - 0.5 - chairs * 0.72, v, chairs);
    }
    draft.circle("furnitureDetail", 0.6, d - 0.6, 0.35);
    return [
      [
        [w / 2, 1.3],
        [w / 2, d - 1.2],
      ],
      [
        [w / 2, 1.3],
        [1.6, 1.3],
      ],
    ];
  },
};

/** A desk facing the corridor where people report. */
export const reception: RoomKit = {
  ink: "dock",
  door: open,
  furnish(draft, w, d) {
    draft.rect("furniture", 0.6, 2.2, w - 2.2, 0.7);
    draft.rect("furniture", 0.6, 2.9, 0.7, 1.4);
    for (let u = 1.9; u < w - 2.2; u += 1.6) draft.circle("furnitureDetail", u, 3.4, 0.32);
    cupboards(draft, 0.3, d - 0.6, w - 0.6, 0.5);
    return [
      [
        [w / 2, 1.1],
        [w - 0.8, 1.5],
        [w - 0.8, d - 1.8],
        [w / 2, d - 1.8],
      ],
      [
        [w / 2, 1.1],
        [1.2, 1.3],
      ],
    ];
  },
};

/** Benches with instruments. */
export const laboratory: RoomKit = {
  ink: "work",
  door: sideDoor,
  furnish(draft, w, d) {
    for (const v of [2.3, 4.2]) {
      draft.rect("furniture", 1.9, v, w - 2.3, 0.8);
      for (let u = 2.2; u < w - 1; u += 1.3) draft.rect("furnitureDetail", u, v + 0.15, 0.6, 0.5, 0.08);
    }
    cupboards(draft, 0.1, d - 0.6, w - 0.2, 0.5);
    return [
      [
        [1, 1.8],
        [1, d - 1.3],
      ],
      [
        [1, 1.8],
        [w - 1.2, 1.6],
      ],
    ];
  },
};

/** Mats, parallel bars and a ball: physiotherapy. */
export const gym: RoomKit = {
  ink: "charging",
  door: wideDoor,
  furnish(draft, w, d) {
    for (let u = 0.5; u < w - 2.2; u += 2.4) draft.rect("furnitureDetail", u, d - 1.5, 2, 1.1, 0.1);
    draft.line("rail", [w - 3.6, 2.2], [w - 0.8, 2.2]);
    draft.line("rail", [w - 3.6, 2.9], [w - 0.8, 2.9]);
    draft.circle("furniture", 1.1, 2.6, 0.38);
    draft.circle("furniture", 2, 2.9, 0.3);
    return [
      [
        [w / 2, 1.5],
        [w / 2, d - 2.3],
      ],
      [
        [w / 2, 1.5],
        [w / 2, 3.6],
        [w - 2.2, 3.6],
      ],
      [
        [w / 2, 1.5],
        [1.6, 1.5],
      ],
    ];
  },
};
