import type { Draft } from "../draw/floorDraft.ts";
import { DOCKS, RACK_ROWS } from "./floor1.ts";

/** Where people and carts go on Floor 1: three cross-aisles, six aisles, the walkways, and what opens off them. */
export function linkFloor1(draft: Draft): void {
  const crossAisles = [23.2, 48.7, 71.2].map((u) => ({ u, nodes: [draft.way(u, 2.6)] }));
  for (const [index, { id, v }] of RACK_ROWS.slice(0, 6).entries()) {
    // Every second aisle has columns in its middle: there the way keeps to one side.
    const aisle = v + (index % 2 ? 3.9 : 3.2);
    const [west, middle, east] = crossAisles.map(({ u, nodes }) => {
      const node = draft.way(u, aisle);
      draft.link(nodes.at(-1) ?? node, node);
      nodes.push(node);
      return node;
    });
    const stops = [30, 36, 42, 53.5, 59.5, 65.5].map((u) => draft.stop(`Aisle ${id}`, u, aisle));
    draft.link(west ?? 0, ...stops.slice(0, 3), middle ?? 0, ...stops.slice(3), east ?? 0);
  }
  const [west, middle, east] = crossAisles.map(({ u, nodes }) => {
    const node = draft.way(u, 40.6);
    draft.link(nodes.at(-1) ?? node, node);
    return node;
  });
  const walkway = linkWalkway(draft, west ?? 0, middle ?? 0, east ?? 0);
  linkDocks(draft, walkway.nodeAt);
  linkEast(draft, crossAisles[2]?.nodes ?? [], east ?? 0, walkway.east);
  linkWest(draft, crossAisles[0]?.nodes ?? [], walkway.west);
}

interface Walkway {
  west: number;
  east: number;
  nodeAt: Map<number, number>;
}

/** The main walkway with a node before each dock, and its crossings to the aisles. */
function linkWalkway(draft: Draft, west: number, middle: number, east: number): Walkway {
  const start = draft.way(20.5, 43.1);
  const before = draft.way(23.2, 43.1);
  draft.link(start, before, west);
  let last = before;
  const nodeAt = new Map<number, number>();
  for (const { number, u } of DOCKS) {
    const node = draft.stop("Main walkway", u, 43.1);
    draft.link(last, node);
    if (number === 4) draft.link(node, middle);
    if (number === 7) draft.link(node, east);
    nodeAt.set(number, node);
    last = node;
  }
  return { west: start, east: last, nodeAt };
}

function linkDocks(draft: Draft, nodeAt: Map<number, number>): void {
  for (const { number, u } of DOCKS) {
    const place = `Dock ${number}`;
    const lane = [
      draft.way(u, 46.4),
      draft.stop(place, u, 50.2),
      draft.stop(place, u, 54.6),
      draft.stop(place, u, 58.6),
    ];
    draft.link(nodeAt.get(number) ?? 0, ...lane);
  }
}

function linkEast(draft: Draft, crossAisle: readonly number[], foot: number, walkwayEast: number): void {
  const gate = draft.way(71.2, 25.1);
  // The cross-aisle's nodes before and behind the gap between cold store and sorter.
  draft.link(crossAisle[4] ?? foot, gate, crossAisle[5] ?? foot);
  const coldDoor = draft.way(78.6, 25.1);
  const coldIn = draft.way(78.6, 22.6);
  const freezerDoor = draft.way(92, 25.1);
  const freezerIn = draft.way(92, 22.6);
  draft.link(gate, coldDoor, freezerDoor);
  draft.link(coldDoor, coldIn);
  draft.link(freezerDoor, freezerIn);
  const rooms = [
    { place: "Cold store", inside: coldIn, aisles: [73.1, 77.2, 81.6] },
    { place: "Freezer", inside: freezerIn, aisles: [87.1, 91.1, 95.1, 99] },
  ];
  for (const { place, inside, aisles } of rooms) {
    for (const u of aisles) {
      const nodes = [draft.way(u, 18.6), ...[14.8, 10.3, 5.6].map((v) => draft.stop(place, u, v))];
      draft.link(inside, ...nodes);
    }
  }
  const sorter = [draft.way(90, 27.6), draft.stop("Sorter", 98.3, 28.4), draft.stop("Sorter", 98.3, 38.6)];
  const chutes = [95.6, 91.8, 88.5, 85.2, 81.9, 78.6].map((u) => draft.stop("Sorter", u, 42));
  draft.link(freezerDoor, ...sorter, ...chutes, walkwayEast);
  const infeed = draft.stop("Sorter", 74, 36);
  draft.link(infeed, foot);
  const cage = [
    draft.way(91.4, 45.6),
    draft.stop("Quarantine", 91.4, 52),
    draft.stop("Quarantine", 94.4, 52.4),
    draft.stop("Quarantine", 88.6, 52.4),
  ];
  draft.link(chutes[1] ?? 0, cage[0] ?? 0, cage[1] ?? 0, cage[2] ?? 0);
  draft.link(cage[1] ?? 0, cage[3] ?? 0);
}

function linkWest(draft: Draft, crossAisle: readonly number[], walkwayWest: number): void {
  const spine = [20.5, 20.5, 20.5, 20.5].map((u, index) => draft.way(u, [21.2, 29, 36, 40][index] ?? 40));
  draft.link(...spine, walkwayWest);
  const hallDoor = draft.way(23.4, 21.2);
  draft.link(spine[0] ?? 0, hallDoor, crossAisle[3] ?? 0);
  const bayGate = draft.way(15, 29);
  draft.link(spine[1] ?? 0, bayGate);
  const bays = Array.from({ length: 5 }, (_, bay) => draft.stop("Charging", 7.6, 24.75 + bay * 2.7));
  draft.link(...bays);
  draft.link(bayGate, bays[2] ?? 0);
  const packingGate = draft.way(15.4, 47);
  draft.link(walkwayWest, draft.way(19.4, 47), packingGate);
  const benches = [46.9, 52.1, 57.3].flatMap((v) => [
    draft.stop("Packing & returns", 8.4, v),
    draft.stop("Packing & returns", 15.6, v),
  ]);
  for (const row of [0, 1, 2]) draft.link(benches[2 * row] ?? 0, benches[2 * row + 1] ?? 0);
  draft.link(packingGate, benches[1] ?? 0, benches[3] ?? 0, benches[5] ?? 0);
  linkOffices(draft, hallDoor, crossAisle[1] ?? 0, spine[0] ?? 0);
}

function linkOffices(draft: Draft, hallDoor: number, aisleA: number, walkwayHead: number): void {
  const corridor = [23.2, 19, 16.9, 13.8, 4.6, 3.7].map((u) => draft.way(u, 6.5));
  draft.link(aisleA, ...corridor);
  const [, wc, it, lockers, office, breakRoom] = corridor;
  const officeIn = draft.way(4.7, 3.9);
  draft.link(
    office ?? 0,
    officeIn,
    draft.stop("Office", 4.7, -0.6),
    draft.stop("Office", 8.4, -0.6),
    draft.stop("Office", 12.2, -1),
  );
  draft.link(it ?? 0, draft.way(17, 4), draft.stop("IT", 19.4, 3.6));
  draft.link(lockers ?? 0, draft.stop("Lockers", 13.8, 11.4));
  draft.link(wc ?? 0, draft.stop("WC", 19, 11));
  const tables = draft.stop("Break room", 5, 13.5);
  draft.link(breakRoom ?? 0, draft.way(3.7, 9.2), draft.way(1.2, 9.2), draft.way(1.2, 13.5), tables);
  const door = draft.way(10, 19.2);
  draft.link(tables, draft.way(9.8, 13.5), door, draft.way(10, 20.9), walkwayHead);
  const stairs = draft.way(18.2, 18.8);
  const lift = draft.way(20.2, 18.8);
  draft.link(hallDoor, draft.way(23.4, 18.8), lift, stairs);
  draft.shaft("Lift", lift);
}
