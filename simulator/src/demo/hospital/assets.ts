import type { AssetGroup } from "../population.ts";
import { trackerModels } from "../trackerModels.ts";

const [M0, M1, M2] = ["hospital/main-0", "hospital/main-1", "hospital/main-2"];
const [P0, P1, P2] = ["hospital/pavilion-0", "hospital/pavilion-1", "hospital/pavilion-2"];
const wheeled = { speedMps: 0.9, dwellS: [60, 300], carried: true } as const;
const worn = { speedMps: 1.2, dwellS: [20, 150], carried: true } as const;
const { sensor, rugged, badge, slim } = trackerModels;

const numbered = (name: string, ...marks: (string | number)[]): string[] => marks.map((mark) => `${name} ${mark}`);
const wards = numbered("Ward", "2A", "2B", "2C", "2D", "2E", "2F", "2G", "2H", "2J");
const maternity = numbered("Maternity", "A", "B", "C", "D");

const of = (type: string, code: string, model: AssetGroup["model"]) => ({ type, code, digits: 3, model });
const bed = of("Bed", "BD", rugged);
const pump = of("Infusion pump", "IP", sensor);
const chair = of("Wheelchair", "WH", sensor);
const monitor = of("Monitor", "PM", slim);
const ventilator = of("Ventilator", "VT", slim);
const ultrasound = of("Ultrasound", "US", sensor);
const cart = of("Crash cart", "CC", rugged);
const staff = of("Staff badge", "ST", badge);

/** 300 tagged things and people: 180 in the main building, 120 in the pavilion. */
export const hospitalGroups: readonly AssetGroup[] = [
  { ...bed, count: 14, at: [{ floor: M0, places: ["Emergency", "Equipment", "X-ray", "CT"] }] },
  { ...chair, count: 12, at: [{ floor: M0, places: ["Wheelchairs", "Entrance", "Waiting"] }] },
  { ...chair, count: 5, at: [{ floor: M0, places: ["Entrance", "Waiting", "X-ray", "Exam 1"] }], roaming: wheeled },
  { ...monitor, count: 10, at: [{ floor: M0, places: ["Emergency", "Triage", "Plaster"] }] },
  { ...pump, count: 6, at: [{ floor: M0, places: ["Emergency", "Clean store"] }] },
  { ...cart, count: 2, at: [{ floor: M0, places: ["Corridor", "Emergency"] }] },
  {
    ...staff,
    count: 11,
    at: [{ floor: M0, places: ["Emergency", "Reception", "Laboratory", "Pharmacy", "Triage", "Corridor"] }],
    roaming: worn,
  },
  { ...bed, count: 12, at: [{ floor: M1, places: ["Recovery", "Intensive care", "ICU 1", "ICU 3"] }] },
  { ...pump, count: 16, at: [{ floor: M1, places: ["Intensive care", "Recovery", "Pumps", "Theatre 1", "ICU 2"] }] },
  { ...monitor, count: 12, at: [{ floor: M1, places: ["Intensive care", "Recovery", "Theatre 2", "Theatre 4"] }] },
  { ...ventilator, count: 8, at: [{ floor: M1, places: ["Intensive care", "Anaesthesia", "Theatre 3"] }] },
  {
    ...staff,
    count: 12,
    at: [{ floor: M1, places: ["Theatre 1", "Theatre 3", "Recovery", "Intensive care", "Station", "Changing"] }],
    roaming: worn,
  },
  { ...bed, count: 26, at: [{ floor: M2, places: [...wards, "Room 21", "Room 23", "Room 25"] }] },
  { ...pump, count: 12, at: [{ floor: M2, places: ["Ward 2A", "Ward 2C", "Ward 2E", "Equipment"] }] },
  { ...chair, count: 6, at: [{ floor: M2, places: ["Day room", "Ward 2B", "Ward 2F", "Corridor"] }], roaming: wheeled },
  { ...cart, count: 2, at: [{ floor: M2, places: ["Station", "Corridor"] }] },
  {
    ...staff,
    count: 10,
    at: [{ floor: M2, places: [...wards, "Station", "Drugs", "Doctors", "Corridor"] }],
    roaming: worn,
  },
  {
    ...staff,
    count: 4,
    at: [
      { floor: M0, places: ["Emergency", "Laboratory"] },
      { floor: M1, places: ["Station", "Recovery"] },
      { floor: M2, places: ["Station", "Doctors"] },
    ],
    roaming: worn,
  },
  { ...chair, count: 12, at: [{ floor: P0, places: ["Waiting", "Reception", "Store", "Physiotherapy"] }] },
  {
    ...chair,
    count: 4,
    at: [{ floor: P0, places: ["Waiting", "Ultrasound", "Physiotherapy", "Clinic 5"] }],
    roaming: wheeled,
  },
  { ...ultrasound, count: 8, at: [{ floor: P0, places: ["Ultrasound", "Clinic 1", "Clinic 3", "Clinic 6"] }] },
  { ...monitor, count: 6, at: [{ floor: P0, places: ["Blood tests", "Clinic 2", "Clinic 4"] }] },
  {
    ...staff,
    count: 10,
    at: [{ floor: P0, places: ["Reception", "Clinic 1", "Clinic 4", "Blood tests", "Ultrasound", "Kiosk"] }],
    roaming: worn,
  },
  { ...bed, count: 14, at: [{ floor: P1, places: [...maternity, "Birth 1", "Birth 2"] }] },
  { ...monitor, count: 10, at: [{ floor: P1, places: ["Neonatal", "Birth 1", "Birth 2", "Theatre"] }] },
  { ...pump, count: 8, at: [{ floor: P1, places: ["Neonatal", "Incubators", "Maternity B"] }] },
  {
    ...staff,
    count: 8,
    at: [{ floor: P1, places: ["Station", ...maternity, "Neonatal", "Milk kitchen"] }],
    roaming: worn,
  },
  { ...bed, count: 14, at: [{ floor: P2, places: ["Rehab A", "Rehab B", "Room 1", "Room 2", "Room 3", "Room 4"] }] },
  { ...chair, count: 12, at: [{ floor: P2, places: ["Aids", "Gym", "Rehab A", "Corridor"] }] },
  { ...chair, count: 4, at: [{ floor: P2, places: ["Gym", "Rehab A", "Rehab B", "Corridor"] }], roaming: wheeled },
  {
    ...staff,
    count: 10,
    at: [{ floor: P2, places: ["Therapists", "Gym", "Station", "Rehab B", "Seminar", "Administration"] }],
    roaming: worn,
  },
];
