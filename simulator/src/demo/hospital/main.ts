import { angledFloor } from "../clinical/buildings.ts";
import { imaging, laboratory, pharmacy, reception, theatre, waiting } from "../clinical/treatmentRooms.ts";
import { cafe, core, meeting, office, station, store } from "../clinical/supportRooms.ts";
import { bays, consult, single, ward, washroom } from "../clinical/wardRooms.ts";
import type { DemoFloor } from "../model.ts";

const SIZE = { lengthM: 60, southM: 38.4 };

/** Main building, ground floor: emergency, imaging, pharmacy, entrance. */
export function mainGround(): DemoFloor {
  return angledFloor(
    { key: "hospital/main-0", name: "Ground", level: 0, ceilingHeightM: 3.6 },
    {
      ...SIZE,
      top: [
        { kit: store, name: "Equipment", w: 6.6 },
        { kit: core, name: "Lifts", w: 8.4 },
        { kit: bays, name: "Emergency", w: 17.6, sub: "6 bays" },
        { kit: consult, name: "Triage", w: 3.8 },
        { kit: imaging, name: "CT", w: 8 },
        { kit: imaging, name: "X-ray", w: 8, mirrored: true },
        { kit: office, name: "Reading" },
      ],
      bottom: [
        { kit: waiting, name: "Waiting", w: 8.8 },
        { kit: consult, name: "Exam 1", w: 3.8 },
        { kit: consult, name: "Exam 2", w: 3.8, mirrored: true },
        { kit: washroom, name: "WC", w: 4 },
        { kit: laboratory, name: "Laboratory", w: 8 },
        { kit: pharmacy, name: "Pharmacy", w: 9.2 },
        { kit: store, name: "Clean store" },
      ],
      left: [
        { kit: office, name: "Admissions", w: 7 },
        { kit: cafe, name: "Café", w: 11 },
        { kit: washroom, name: "WC", w: 4 },
        { kit: office, name: "Security" },
      ],
      right: [
        { kit: consult, name: "Plaster", w: 4 },
        { kit: meeting, name: "Relatives", w: 5 },
        { kit: store, name: "Wheelchairs", w: 5.4 },
        { kit: waiting, name: "Entrance", w: 6.4 },
        { kit: reception, name: "Reception" },
      ],
    },
  );
}

/** Main building, first floor: theatres, recovery, intensive care. */
export function mainFirst(): DemoFloor {
  return angledFloor(
    { key: "hospital/main-1", name: "Floor 1", level: 1, ceilingHeightM: 3.6 },
    {
      ...SIZE,
      top: [
        { kit: store, name: "Sterile store", w: 6.6 },
        { kit: core, name: "Lifts", w: 8.4 },
        { kit: theatre, name: "Theatre 1", w: 7.6 },
        { kit: theatre, name: "Theatre 2", w: 7.6, mirrored: true },
        { kit: theatre, name: "Theatre 3", w: 7.6 },
        { kit: theatre, name: "Theatre 4", w: 7.6, mirrored: true },
        { kit: store, name: "Anaesthesia", w: 6.2 },
        { kit: meeting, name: "Staff room" },
      ],
      bottom: [
        { kit: bays, name: "Recovery", w: 14.6, sub: "5 bays" },
        { kit: station, name: "Station", w: 6 },
        { kit: bays, name: "Intensive care", w: 17.6, sub: "6 bays" },
        { kit: store, name: "Pumps" },
      ],
      left: [
        { kit: office, name: "Surgeons", w: 7 },
        { kit: washroom, name: "Changing", w: 5 },
        { kit: single, name: "ICU 1", w: 4.2 },
        { kit: single, name: "ICU 2", w: 4.2, mirrored: true },
        { kit: single, name: "ICU 3", w: 4.2 },
        { kit: single, name: "ICU 4", mirrored: true },
      ],
      right: [
        { kit: laboratory, name: "Blood bank", w: 6.6 },
        { kit: washroom, name: "WC", w: 4 },
        { kit: meeting, name: "Relatives", w: 5 },
        { kit: waiting, name: "Waiting", w: 6.4 },
        { kit: store, name: "Linen" },
      ],
    },
  );
}

/** Main building, second floor: wards. */
export function mainSecond(): DemoFloor {
  return angledFloor(
    { key: "hospital/main-2", name: "Floor 2", level: 2, ceilingHeightM: 3.6 },
    {
      ...SIZE,
      top: [
        { kit: store, name: "Linen", w: 6.6 },
        { kit: core, name: "Lifts", w: 8.4 },
        { kit: ward, name: "Ward 2A", w: 7.4 },
        { kit: ward, name: "Ward 2B", w: 7.4 },
        { kit: station, name: "Station", w: 6 },
        { kit: ward, name: "Ward 2C", w: 7.4 },
        { kit: ward, name: "Ward 2D", w: 7.4 },
        { kit: single, name: "Room 21", w: 4.4 },
        { kit: single, name: "Room 22", mirrored: true },
      ],
      bottom: [
        { kit: single, name: "Room 23", w: 4.4 },
        { kit: single, name: "Room 24", w: 4.4, mirrored: true },
        { kit: ward, name: "Ward 2E", w: 7.4 },
        { kit: ward, name: "Ward 2F", w: 7.4 },
        { kit: washroom, name: "WC", w: 4 },
        { kit: ward, name: "Ward 2G", w: 7.4 },
        { kit: store, name: "Equipment" },
      ],
      left: [
        { kit: meeting, name: "Day room", w: 7.2 },
        { kit: single, name: "Room 25", w: 4.4 },
        { kit: single, name: "Room 26", w: 4.4, mirrored: true },
        { kit: single, name: "Room 27", w: 4.4 },
        { kit: ward, name: "Ward 2H" },
      ],
      right: [
        { kit: consult, name: "Treatment", w: 4 },
        { kit: office, name: "Doctors", w: 5.2 },
        { kit: washroom, name: "WC", w: 4 },
        { kit: pharmacy, name: "Drugs", w: 6.4 },
        { kit: ward, name: "Ward 2J" },
      ],
    },
  );
}
