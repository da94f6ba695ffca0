import { v7 as uuidv7 } from "uuid";
import type { NewCustomer } from "../../src/resources/customers/newCustomer.repository.ts";
import type { TestSite } from "./builders.ts";
import type { TestPulse } from "./testPulse.ts";

const numbered: [name: string, count: number][] = [
  ["Forklift", 400],
  ["Infusion pump", 300],
  ["Wheelchair", 300],
  ["Pallet jack", 200],
  ["Trolley blue", 100],
  ["Trolley green", 100],
  ["Defibrillator", 60],
  ["Ventilator", 60],
  ["Hospital bed", 300],
  ["Patient monitor", 200],
  ["Gas bottle", 150],
  ["Drum trolley", 150],
  ["Pump trolley", 100],
  ["Reach truck", 150],
  ["Tool case", 200],
  ["Ladder", 100],
  ["Fork extension", 100],
  ["Container", 200],
];
const single = [
  "Ultrasound scanner",
  "Große Kiste",
  "Bettenheber",
  "Généràteur mobile",
  "Sterilizer unit",
  "Microscope Zeiss",
  "FL-0217",
  "FL-0271",
  "FL-2170",
  "Cart red",
  "Card reader",
  "Part shelf red",
  "Oxygen cylinder rack",
  "Oxide bin",
];

/** Some three thousand assets of a hospital and a warehouse, on two sites. */
export async function manyThings(
  pulse: TestPulse,
  customer: NewCustomer,
  first: TestSite,
  second: TestSite,
): Promise<void> {
  const names = [
    ...numbered.flatMap(([name, count]) =>
      Array.from({ length: count }, (_, index) => `${name} ${String(index + 1).padStart(3, "0")}`),
    ),
    ...single,
  ];
  const rows = names.map((name, index) => ({
    id: uuidv7(),
    guid: uuidv7(),
    customer_id: customer.id,
    site_id: (index % 2 === 0 ? first : second).id,
    name,
    type: name.split(" ")[0]!,
  }));
  for (let at = 0; at < rows.length; at += 500)
    await pulse.db
      .insertInto("assets")
      .values(rows.slice(at, at + 500))
      .execute();
}
