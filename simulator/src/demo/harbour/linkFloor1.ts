import type { Draft } from "../draw/floorDraft.ts";
import { DOCKS, RACK_ROWS } from "./hall.ts";

type Node = number | undefined;

/** Where people and carts go on Floor 1: cross-aisles, aisles, the walkways, and the places off them. */
export function linkFloor1(draft: Draft): void {
  const crossAisles = [18, 31.2, 44.3].map((u) => ({ u, nodes: [draft.waypoint(u, 2.4)] }));
  for (const [index, { id, v }] of RACK_ROWS.entries()) {
    // Every second aisle has columns in its middle, so the way keeps to one side there.
    const aisle = v + (index % 2 ? 3.8 : 3.3);
    if (index === RACK_ROWS.length - 1) break;
    const [west, middle, east] = crossAisles.map(({ u, nodes }) => {
      const node = draft.waypoint(u, aisle);
      draft.link(nodes.at(-1), node);
      nodes.push(node);
      return node;
    });
    const stops = [22, 25, 28, 35, 38, 41].map((u) => draft.stop(`Aisle ${id}`, u, aisle));
    draft.link(west, ...stops.slice(0, 3), middle, ...stops.slice(3), east);
  }
  const [west, middle, east] = crossAisles.map(({ u, nodes }) => {
    const node = draft.waypoint(u, 22.5);
    draft.link(nodes.at(-1), node);
    return node;
  });
  const lastAisle = [24, 28, 36, 40].map((u) => draft.stop("Aisle D", u, 22.5));
  draft.link(west, ...lastAisle.slice(0, 2), middle, ...lastAisle.slice(2), east);
  const walkway = linkWalkway(draft, west, middle, east);
  linkDocks(draft, walkway.nodeAt);
  linkEast(draft, crossAisles[2]?.nodes[3], east, walkway.east);
  linkWest(draft, crossAisles[0]?.nodes ?? [], walkway.west);
}

interface Walkway {
  west: number;
  east: number;
  nodeAt: Map<number, number>;
}

/** The main walkway with a node before each dock, and its crossings to the aisles. */
function linkWalkway(draft: Draft, west: Node, middle: Node, east: Node): Walkway {
  const start = draft.waypoint(14.7, 24.9);
  const before = draft.waypoint(18, 24.9);
  draft.link(start, before, west);
  let last = before;
  const nodeAt = new Map<number, number>();
  for (const { number, u } of DOCKS) {
    const node = draft.stop("Main walkway", u, 24.9);
    draft.link(last, node);
    if (number === 3) draft.link(node, middle);
    if (number === 5) draft.link(node, east);
    nodeAt.set(number, node);
    last = node;
  }
  return { west: start, east: last, nodeAt };
}

function linkDocks(draft: Draft, nodeAt: Map<number, number>): void {
  for (const { number, u } of DOCKS) {
    const place = `Dock ${number}`;
    const lane = [
      draft.waypoint(u, 27),
      draft.stop(place, u, 29.4),
      draft.stop(place, u, 32.2),
      draft.stop(place, u, 34.9),
    ];
    draft.link(nodeAt.get(number), ...lane);
  }
}

function linkEast(draft: Draft, crossAisle: Node, foot: Node, walkwayEast: number): void {
  const gate = draft.waypoint(44.3, 14);
  draft.link(crossAisle, gate);
  const doors = [draft.waypoint(49.7, 14), draft.waypoint(57.3, 14)];
  draft.link(gate, ...doors);
  const rooms = [
    { place: "Cold store", door: doors[0], u: 49.7, aisles: [48.9, 52.4] },
    { place: "Freezer", door: doors[1], u: 57.3, aisles: [56.4, 59.9] },
  ];
  for (const { place, door, u, aisles } of rooms) {
    const inside = draft.waypoint(u, 11.9);
    draft.link(door, inside);
    for (const aisle of aisles)
      draft.link(inside, draft.waypoint(aisle, 9.8), ...[7.6, 5, 2.4].map((v) => draft.stop(place, aisle, v)));
  }
  const loop = [draft.waypoint(58.6, 15.2), draft.stop("Sorter", 60.2, 16.6), draft.stop("Sorter", 60.2, 21)];
  const chutes = [57.2, 55, 52.8, 50.6].map((u) => draft.stop("Sorter", u, 23.5));
  draft.link(doors[1], ...loop, ...chutes, walkwayEast);
  draft.link(draft.stop("Sorter", 47.4, 20.4), foot);
  const cage = [
    draft.waypoint(54.9, 26.8),
    draft.stop("Quarantine", 54.9, 30),
    draft.stop("Quarantine", 56.8, 31),
    draft.stop("Quarantine", 53, 31),
  ];
  draft.link(chutes[1], cage[0], cage[1], cage[2]);
  draft.link(cage[1], cage[3]);
}

function linkWest(draft: Draft, crossAisle: readonly number[], walkwayWest: number): void {
  const spine = [14, 19, 22].map((v) => draft.waypoint(14.7, v));
  draft.link(...spine, walkwayWest);
  const hallDoor = draft.waypoint(17.2, 13.6);
  draft.link(spine[0], hallDoor, crossAisle[2]);
  const bayGate = draft.waypoint(11.4, 19.6);
  draft.link(spine[1], bayGate);
  const bays = Array.from({ length: 4 }, (_, bay) => draft.stop("Charging", 6.6, 16.3 + bay * 2.1));
  draft.link(...bays);
  draft.link(bayGate, bays[2]);
  const packingGate = draft.waypoint(11.4, 29.4);
  draft.link(walkwayWest, draft.waypoint(14, 29.4), packingGate);
  const benches = [29.6, 33.3, 36.9].map((v) => [2.6, 8, 11.4].map((u) => draft.stop("Packing and returns", u, v)));
  for (const row of benches) draft.link(...row);
  draft.link(packingGate, benches[0]?.[2], benches[1]?.[2], benches[2]?.[2]);
  const { lift, offices } = linkOfficeBlock(draft, {
    office: "Office",
    small: "IT",
    store: "Lockers",
    large: "Break room",
  });
  draft.link(hallDoor, lift);
  const corridorDoor = draft.waypoint(17.2, 4.2);
  draft.link(offices, corridorDoor, crossAisle[0]);
  const breakDoor = draft.waypoint(6.5, 13.8);
  draft.link(
    draft.stop("Break room", 6.5, 9.6),
    draft.waypoint(7.6, 9.6),
    draft.waypoint(7.4, 12.4),
    breakDoor,
    spine[0],
  );
}

/** Ways of the office block, the same on each floor. Returns the lobby at the lift and stairs, and the corridor's end. */
export function linkOfficeBlock(
  draft: Draft,
  places: { office: string; small: string; store: string; large: string },
): { lift: number; offices: number } {
  const corridor = [15, 13.2, 12.9, 9.9, 3.6, 2.9].map((u) => draft.waypoint(u, 4.2));
  draft.link(...corridor);
  const [offices, wc, small, store, office, large] = corridor;
  draft.link(office, draft.waypoint(3.6, 2), draft.stop(places.office, 3.4, 0.7), draft.stop(places.office, 8.6, 0.6));
  draft.link(small, draft.waypoint(13, 2.2), draft.stop(places.small, 11, 2));
  draft.link(store, draft.stop(places.store, 10, 7.2));
  draft.link(wc, draft.stop("WC", 13.3, 6.9));
  draft.link(
    large,
    draft.waypoint(3, 6.2),
    draft.waypoint(4, 7.2),
    draft.stop(places.large, 4, 9.6),
    draft.stop(places.large, 1.2, 9.6),
  );
  const lobby = draft.waypoint(17.2, 12.1);
  const lift = draft.waypoint(14.6, 12.2);
  draft.link(lobby, lift, draft.waypoint(11, 12.2));
  draft.shaft("Lift", lift);
  return { lift: lobby, offices: offices ?? lobby };
}
