import { straightFloor } from "../clinical/buildings.ts";
import { laboratory, reception, waiting } from "../clinical/treatmentRooms.ts";
import { meeting, store } from "../clinical/supportRooms.ts";
import { consult, washroom } from "../clinical/wardRooms.ts";
import type { DemoFloor } from "../model.ts";

/** The one floor of Contoso's clinic, with a notch at its entrance. */
export function clinicFloor(): DemoFloor {
  return straightFloor(
    { key: "contoso/floor-1", name: "Floor 1", level: 0, ceilingHeightM: 3 },
    {
      lengthM: 28,
      notchM: 8,
      top: [
        { kit: reception, name: "Reception", w: 6.4 },
        { kit: waiting, name: "Waiting", w: 7 },
        { kit: consult, name: "Room 1", w: 3.8 },
        { kit: consult, name: "Room 2", w: 3.8, mirrored: true },
        { kit: consult, name: "Room 3" },
      ],
      bottom: [
        { kit: washroom, name: "WC", w: 3.6 },
        { kit: laboratory, name: "Laboratory", w: 6.4 },
        { kit: store, name: "Store", w: 4.6 },
        { kit: meeting, name: "Staff room" },
      ],
    },
  );
}
