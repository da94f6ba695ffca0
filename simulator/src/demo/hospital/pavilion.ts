import { straightFloor } from "../clinical/buildings.ts";
import { gym, imaging, laboratory, reception, theatre, waiting } from "../clinical/treatmentRooms.ts";
import { cafe, core, meeting, office, station, store } from "../clinical/supportRooms.ts";
import { bays, consult, single, ward, washroom } from "../clinical/wardRooms.ts";
import type { DemoFloor } from "../model.ts";

const LENGTH_M = 46;

/** Pavilion, ground floor: outpatients. */
export function pavilionGround(): DemoFloor {
  return straightFloor(
    { key: "hospital/pavilion-0", name: "Ground", level: 0, ceilingHeightM: 3.6 },
    {
      lengthM: LENGTH_M,
      top: [
        { kit: waiting, name: "Waiting", w: 9 },
        { kit: consult, name: "Clinic 1", w: 3.8 },
        { kit: consult, name: "Clinic 2", w: 3.8, mirrored: true },
        { kit: core, name: "Lifts", w: 8.4 },
        { kit: consult, name: "Clinic 3", w: 3.8 },
        { kit: consult, name: "Clinic 4", w: 3.8, mirrored: true },
        { kit: imaging, name: "Ultrasound", w: 7.6 },
        { kit: store, name: "Store" },
      ],
      bottom: [
        { kit: reception, name: "Reception", w: 8 },
        { kit: cafe, name: "Kiosk", w: 7.4 },
        { kit: washroom, name: "WC", w: 4 },
        { kit: laboratory, name: "Blood tests", w: 7 },
        { kit: consult, name: "Clinic 5", w: 3.8 },
        { kit: consult, name: "Clinic 6", w: 3.8, mirrored: true },
        { kit: gym, name: "Physiotherapy" },
      ],
    },
  );
}

/** Pavilion, first floor: maternity. */
export function pavilionFirst(): DemoFloor {
  return straightFloor(
    { key: "hospital/pavilion-1", name: "Floor 1", level: 1, ceilingHeightM: 3.4 },
    {
      lengthM: LENGTH_M,
      top: [
        { kit: single, name: "Birth 1", w: 5 },
        { kit: single, name: "Birth 2", w: 5, mirrored: true },
        { kit: theatre, name: "Theatre", w: 7.2 },
        { kit: core, name: "Lifts", w: 8.4 },
        { kit: bays, name: "Neonatal", w: 12, sub: "4 places" },
        { kit: store, name: "Incubators" },
      ],
      bottom: [
        { kit: ward, name: "Maternity A", w: 7.4 },
        { kit: ward, name: "Maternity B", w: 7.4 },
        { kit: station, name: "Station", w: 6 },
        { kit: washroom, name: "WC", w: 4 },
        { kit: ward, name: "Maternity C", w: 7.4 },
        { kit: meeting, name: "Milk kitchen", w: 5.2 },
        { kit: ward, name: "Maternity D" },
      ],
    },
  );
}

/** Pavilion, second floor: rehabilitation and offices. */
export function pavilionSecond(): DemoFloor {
  return straightFloor(
    { key: "hospital/pavilion-2", name: "Floor 2", level: 2, ceilingHeightM: 3.4 },
    {
      lengthM: LENGTH_M,
      top: [
        { kit: ward, name: "Rehab A", w: 7.4 },
        { kit: ward, name: "Rehab B", w: 7.4 },
        { kit: store, name: "Aids", w: 5.4 },
        { kit: core, name: "Lifts", w: 8.4 },
        { kit: gym, name: "Gym", w: 11 },
        { kit: office, name: "Therapists" },
      ],
      bottom: [
        { kit: single, name: "Room 1", w: 4.4 },
        { kit: single, name: "Room 2", w: 4.4, mirrored: true },
        { kit: single, name: "Room 3", w: 4.4 },
        { kit: single, name: "Room 4", w: 4.4, mirrored: true },
        { kit: station, name: "Station", w: 6 },
        { kit: washroom, name: "WC", w: 4 },
        { kit: meeting, name: "Seminar", w: 7 },
        { kit: office, name: "Administration" },
      ],
    },
  );
}
