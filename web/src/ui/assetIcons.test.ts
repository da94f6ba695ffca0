import { expect, it } from "vitest";
import { assetIcon } from "./assetIcons.ts";

it.each([
  ["Forklift", "Gabelstapler", "forklift"],
  ["Pallet jack", "Hubwagen", "trolley"],
  ["Tugger", "Schlepper", "tugger"],
  ["Wheelchair", "Rollstuhl", "wheelchair"],
  ["Bed", "Pflegebett", "bed"],
  ["Patient monitor", "EKG", "monitor"],
  ["Infusion pump", "Infusionspumpe", "pump"],
  ["Ultrasound", "Ultraschallgerät", "stethoscope"],
  ["Label printer", "Etikettendrucker", "printer"],
  ["Scanner", "Lesegerät", "scan"],
  ["Roll cage", "Rollwagen", "cart"],
  ["Tote", "Behälter", "box"],
  ["Tool", "Werkzeug", "tool"],
  ["Staff badge", "Mitarbeiterausweis", "person"],
  ["Anything", "Irgendetwas", "package"],
])("an asset of type %s has the same icon as one of type %s", (english, german, icon) => {
  expect([english, german].map((type) => assetIcon(type).name)).toEqual([icon, icon]);
});
