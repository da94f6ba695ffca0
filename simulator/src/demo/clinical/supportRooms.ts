import { cupboards, deskPair, desk, lift, meetingTable, roundTable, stairs } from "../draw/furniture.ts";
import { bed } from "./beds.ts";
import { open, plainDoor, type RoomKit, sideDoor, wideDoor } from "./roomKit.ts";

/** Equipment store: shelves along the walls, parked beds, free floor in between. */
export const store: RoomKit = {
  ink: "work",
  door: wideDoor,
  windowless: true,
  furnish(draft, w, d) {
    cupboards(draft, 0.1, d - 0.7, w - 0.2, 0.6);
    bed(draft, 0.2, 2.2, "left");
    if (w > 5.6) bed(draft, w - 2.3, 2.2, "right");
    return [
      [
        [w / 2, 1.6],
        [w / 2, d - 1.6],
      ],
      [
        [w / 2, 1.6],
        [w / 2 + 0.5, 3.6],
      ],
      [
        [w / 2, 1.6],
        [w / 2 - 0.3, 2.6],
      ],
    ];
  },
};

/** Desks back to back. */
export const office: RoomKit = {
  ink: "office",
  door: plainDoor,
  furnish(draft, w, d) {
    const pairs = Math.max(1, Math.floor((w - 1.4) / 3.4));
    for (let pair = 0; pair < pairs; pair++) deskPair(draft, w - 3 - pair * 3.4, d - 3.6);
    return [
      [
        [0.95, 1.7],
        [w - 1.7, 1.7],
      ],
      [
        [0.95, 1.7],
        [0.7, d - 1.4],
      ],
    ];
  },
};

/** One desk behind glass toward the corridor: the nurses' station. */
export const station: RoomKit = {
  ink: "dock",
  door: open,
  furnish(draft, w, d) {
    draft.rect("furniture", 0.4, 1.6, 0.7, 2.4);
    draft.rect("furniture", 0.4, 3.3, w - 1.9, 0.7);
    for (let u = 1.8; u < w - 1.6; u += 1.3) draft.circle("furnitureDetail", u, 2.8, 0.3);
    desk(draft, 0.6, d - 1.6);
    cupboards(draft, w - 2.6, d - 0.6, 2.4, 0.5);
    return [
      [
        [w / 2, 1.1],
        [w - 0.7, 1.6],
        [w - 0.7, d - 1.5],
      ],
      [
        [w / 2, 1.1],
        [w / 2, 2.1],
      ],
    ];
  },
};

/** Tables for a meal. */
export const cafe: RoomKit = {
  ink: "dock",
  door: open,
  furnish(draft, w, d) {
    for (let u = 1.7; u < w - 1; u += 3.3) for (const v of [2, d - 1.6]) roundTable(draft, u, v, 0.6);
    return [
      [
        [w / 2, 1],
        [1.2, 1],
      ],
      [
        [w / 2, 1],
        [w - 1.2, 1],
      ],
    ];
  },
};

/** A table and a sink: staff room, seminar. */
export const meeting: RoomKit = {
  ink: "office",
  door: sideDoor,
  furnish(draft, w, d) {
    meetingTable(draft, w / 2 - 1.6, d - 3.4, 3.2, 1.5, 3);
    cupboards(draft, w - 2.2, 0.1, 2.1, 0.5);
    return [
      [
        [1, 1.6],
        [w - 1.2, 1.6],
      ],
      [
        [1, 1.6],
        [0.8, d - 1],
      ],
    ];
  },
};

/** Two lifts and a stair, open to the corridor; its stop is the lifts' lobby. */
export const core: RoomKit = {
  ink: "work",
  door: open,
  windowless: true,
  furnish(draft, w, d) {
    lift(draft, 0.2, d - 2.4, 2.2, 2.2);
    lift(draft, 2.6, d - 2.4, 2.2, 2.2);
    stairs(draft, 5.4, d - 2.4, Math.max(1.8, w - 6.2), 2.2);
    return [
      [
        [w / 2, 1.4],
        [2.5, d - 2.9],
      ],
    ];
  },
};
