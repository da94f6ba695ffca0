import type { AssetGroup } from "../population.ts";
import { trackerModels } from "../trackerModels.ts";

const F1 = "harbour/floor-1";
const MZ = "harbour/mezzanine";
const aisles = (...letters: string[]): string[] => letters.map((letter) => `Aisle ${letter}`);
const docks = (...numbers: number[]): string[] => numbers.map((number) => `Dock ${number}`);
const driven = { speedMps: 1.3, dwellS: [30, 110], carried: false } as const;
const pushed = { speedMps: 0.9, dwellS: [30, 140], carried: true } as const;
const worn = { speedMps: 1.1, dwellS: [25, 110], carried: true } as const;
const { sensor, rugged, badge, slim } = trackerModels;

/** 120 tagged things: 88 live on Floor 1, 32 on the mezzanine. */
export const harbourGroups: readonly AssetGroup[] = [
  {
    type: "Pallet jack",
    code: "PJ",
    digits: 3,
    model: rugged,
    count: 5,
    at: [{ floor: F1, places: [...docks(1, 2, 3, 4), "Main walkway"] }],
    roaming: pushed,
  },
  {
    type: "Pallet jack",
    code: "PJ",
    digits: 3,
    model: rugged,
    count: 6,
    at: [{ floor: F1, places: [...aisles("B", "C", "D"), "Main walkway", ...docks(3, 5)] }],
    roaming: pushed,
  },
  {
    type: "Pallet jack",
    code: "PJ",
    digits: 3,
    model: rugged,
    count: 9,
    at: [{ floor: F1, places: ["Charging", ...docks(2, 4, 5), "Packing and returns", "Cold store"] }],
  },
  {
    type: "Forklift",
    code: "FL",
    digits: 3,
    model: rugged,
    count: 7,
    at: [{ floor: F1, places: [...aisles("A", "B", "C", "D"), ...docks(2, 4, 5)] }],
    roaming: driven,
  },
  { type: "Forklift", code: "FL", digits: 3, model: rugged, count: 5, at: [{ floor: F1, places: ["Charging"] }] },
  {
    type: "Tugger",
    code: "TG",
    digits: 3,
    model: rugged,
    count: 3,
    at: [{ floor: F1, places: ["Main walkway", "Sorter", ...docks(1, 5), "Packing and returns"] }],
    roaming: driven,
  },
  {
    type: "Scanner",
    code: "SC",
    digits: 3,
    model: badge,
    count: 6,
    at: [{ floor: F1, places: [...aisles("A", "C", "D"), "Packing and returns", "Sorter"] }],
    roaming: worn,
  },
  {
    type: "Scanner",
    code: "SC",
    digits: 3,
    model: badge,
    count: 9,
    at: [{ floor: F1, places: ["Office", "Packing and returns", "Sorter", "IT", "Break room"] }],
  },
  {
    type: "Roll cage",
    code: "RC",
    digits: 3,
    model: sensor,
    count: 4,
    at: [{ floor: F1, places: ["Sorter", ...docks(3, 4), "Packing and returns"] }],
    roaming: pushed,
  },
  {
    type: "Roll cage",
    code: "RC",
    digits: 3,
    model: sensor,
    count: 10,
    at: [{ floor: F1, places: [...docks(1, 2, 3, 5), "Sorter", "Freezer", "Packing and returns"] }],
  },
  {
    type: "Tote",
    code: "TT",
    digits: 4,
    model: slim,
    count: 24,
    at: [
      {
        floor: F1,
        places: [...aisles("A", "B", "C", "D"), "Cold store", "Freezer", "Sorter", "Quarantine", ...docks(2, 5)],
      },
    ],
  },
  {
    type: "Tote",
    code: "TT",
    digits: 4,
    model: slim,
    count: 11,
    at: [{ floor: MZ, places: ["Small parts", "Spare totes", "Kitting", "Small parts"] }],
  },
  {
    type: "Scanner",
    code: "SC",
    digits: 3,
    model: badge,
    count: 5,
    at: [{ floor: MZ, places: ["Small parts", "Kitting", "Print and labels"] }],
    roaming: worn,
  },
  {
    type: "Scanner",
    code: "SC",
    digits: 3,
    model: badge,
    count: 4,
    at: [{ floor: MZ, places: ["Operations", "Kitting", "Server", "Training"] }],
  },
  {
    type: "Scanner",
    code: "SC",
    digits: 3,
    model: badge,
    count: 2,
    at: [
      { floor: MZ, places: ["Kitting", "Operations"] },
      { floor: F1, places: ["Main walkway", "Packing and returns"] },
    ],
    roaming: worn,
  },
  {
    type: "Label printer",
    code: "LP",
    digits: 3,
    model: sensor,
    count: 5,
    at: [{ floor: MZ, places: ["Print and labels", "Kitting", "Operations"] }],
  },
  {
    type: "Roll cage",
    code: "RC",
    digits: 3,
    model: sensor,
    count: 5,
    at: [{ floor: MZ, places: ["Kitting", "Spare totes", "Small parts"] }],
    roaming: pushed,
  },
];
