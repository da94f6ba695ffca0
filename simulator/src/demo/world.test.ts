import { describe, expect, test } from "vitest";
import { clearLine } from "../walls.ts";
import type { DemoFloor, DemoSite, FloorPoint } from "./model.ts";
import { floorOfKey } from "./placing.ts";
import { demoSites, demoWorld } from "./world.ts";

const world = demoWorld();
const sites = demoSites(world);
const floors = sites.flatMap((site) => site.buildings.flatMap((building) => building.floors));
const unique = (values: readonly string[]) => new Set(values).size === values.length;

test("the demo is the world that the contract promises", () => {
  expect(world.map(({ code }) => code)).toEqual(["NORTHWIND", "CONTOSO"]);
  const [harbour, hospital] = sites;
  expect(harbour?.name).toBe("Harbour Warehouse");
  expect(harbour?.assets).toHaveLength(120);
  expect(harbour?.buildings[0]?.floors.map(({ name, level }) => [name, level])).toEqual([
    ["Floor 1", 0],
    ["Mezzanine", 1],
  ]);
  for (const floor of harbour?.buildings[0]?.floors ?? [])
    expect(harbour?.gateways.filter((gateway) => gateway.floor === floor.key)).toHaveLength(12);
  expect(hospital?.assets).toHaveLength(300);
  expect(hospital?.buildings.map((building) => building.floors.length)).toEqual([3, 3]);
});

test("the demo world is the same each time", () => {
  expect(JSON.stringify(demoWorld())).toBe(JSON.stringify(world));
});

test("names and addresses are unique where the product requires it", () => {
  for (const customer of world) {
    expect(unique(customer.sites.flatMap((site) => site.assets.map((asset) => asset.trackerMac)))).toBe(true);
    expect(unique(customer.sites.flatMap((site) => site.gateways.map((gateway) => gateway.mac)))).toBe(true);
    expect(unique(customer.sites.flatMap((site) => site.assets.map((asset) => asset.trackerName)))).toBe(true);
  }
  for (const site of sites) {
    expect(unique(site.assets.map((asset) => asset.name))).toBe(true);
    expect(unique(site.gateways.map((gateway) => gateway.name))).toBe(true);
    for (const building of site.buildings) expect(unique(building.floors.map((floor) => floor.name))).toBe(true);
  }
  expect(unique(floors.map((floor) => floor.key))).toBe(true);
});

test("the demo's hall has aisles, docks and walkways with names, and every place where something stops lies in a room", () => {
  const hall = floors.find(({ key }) => key === "harbour/floor-1")!;
  const names = hall.rooms.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["Aisle A", "Aisle D", "Dock 1", "Dock 5", "Main walkway", "Charging"]));
  for (const floor of floors) {
    expect(
      unique(floor.rooms.map(({ name }) => name).filter((name) => /aisle|dock|ward|walkway|corridor/i.test(name))),
    ).toBe(true);
    const stops = floor.walk.nodes.filter(({ place }) => place !== null);
    const outside = stops.filter((stop) => !floor.rooms.some(({ area }) => inside({ outline: area }, stop)));
    expect([floor.key, outside]).toEqual([floor.key, []]);
  }
});

test("every site has a plan that is not a rectangle, and a north that is not up", () => {
  for (const site of sites) {
    expect(site.buildings.some((building) => building.rotationDeg !== 0)).toBe(true);
    expect(site.buildings.some((building) => building.floors.some((floor) => floor.outline.length > 4))).toBe(true);
  }
});

describe.each(floors.map((floor) => [floor.key, floor] as const))("%s", (_key, floor) => {
  test("nobody on a demo floor walks through a wall or a rack", () => {
    const through = floor.walk.edges.flatMap(([from, to]) => {
      const [a, b] = [floor.walk.nodes[from], floor.walk.nodes[to]];
      return a && b && clearLine(floor.walls, a, b) ? [] : [{ a, b }];
    });
    expect(through).toEqual([]);
  });

  test("every place on a demo floor can be walked to from every other", () => {
    expect(reached(floor).size).toBe(floor.walk.nodes.length);
  });

  test("the gateways and still assets of a demo floor are inside the building", () => {
    const here = sites.flatMap((site) => [
      ...site.gateways.filter((gateway) => gateway.floor === floor.key),
      ...site.assets.flatMap(({ behaviour }) =>
        behaviour.kind === "still" && behaviour.floor === floor.key ? [behaviour] : [],
      ),
    ]);
    expect(here.length).toBeGreaterThan(5);
    expect(here.filter((thing) => !inside(floor, thing))).toEqual([]);
  });

  test("the rooms of a demo floor contain their labels and do not overlap, and the floor has doors", () => {
    expect(floor.rooms.length).toBeGreaterThan(2);
    const boxOf = (area: readonly FloorPoint[]) => ({ from: area[0]!, to: area[2]! });
    for (const [nth, { name, area }] of floor.rooms.entries()) {
      const { from, to } = boxOf(area);
      const holds = ({ x, y }: FloorPoint): boolean => x > from.x && x < to.x && y > from.y && y < to.y;
      expect(floor.labels.some((label) => label.text === name && holds(label))).toBe(true);
      for (const other of floor.rooms.slice(nth + 1)) {
        const box = boxOf(other.area);
        expect(holds({ x: (box.from.x + box.to.x) / 2, y: (box.from.y + box.to.y) / 2 })).toBe(false);
      }
    }
    expect(floor.doors.length).toBeGreaterThan(2);
  });

  test("a demo floor's plan fills the image's rectangle, and lists its labels instead of drawing text", () => {
    const svg = floor.planSvg("light");
    expect(svg).toContain(`viewBox="0 0 ${Math.round(floor.widthM * 10)} ${Math.round(floor.heightM * 10)}"`);
    expect(svg).not.toContain("<text");
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    expect(floor.labels.length).toBeGreaterThan(5);
  });
});

test.each(sites.map((site) => [site.name, site] as const))(
  "every stop of a roaming asset in %s exists",
  (_name, site: DemoSite) => {
    for (const { behaviour } of site.assets) {
      if (behaviour.kind !== "roaming") continue;
      for (const { floor, place } of behaviour.stops)
        expect(
          floorOfKey(site, floor).floor.walk.nodes.some((node) => node.place === place),
          `${place} on ${floor}`,
        ).toBe(true);
    }
  },
);

function reached(floor: DemoFloor): Set<number> {
  const seen = new Set([0]);
  for (let grew = true; grew;) {
    grew = false;
    for (const [a, b] of floor.walk.edges) {
      if (seen.has(a) === seen.has(b)) continue;
      seen.add(a).add(b);
      grew = true;
    }
  }
  return seen;
}

function inside(floor: Pick<DemoFloor, "outline">, point: { x: number; y: number }): boolean {
  const { outline } = floor;
  let within = false;
  for (let at = 0, before = outline.length - 1; at < outline.length; before = at++) {
    const [a, b] = [outline[at], outline[before]];
    if (!a || !b) continue;
    if (a.y > point.y !== b.y > point.y && point.x < ((b.x - a.x) * (point.y - a.y)) / (b.y - a.y) + a.x)
      within = !within;
  }
  return within;
}

test("the demo has eight geofences, each on an existing floor and around a place where assets go", () => {
  const fences = sites.flatMap((site) => site.geofences.map((fence) => ({ ...fence, site })));
  expect(fences.map(({ site }) => site.key)).toEqual([
    ...Array<string>(5).fill("harbour"),
    ...Array<string>(3).fill("hospital"),
  ]);
  for (const { name, floor: key, shape, site } of fences) {
    const { floor } = floorOfKey(site, key);
    const isIn = (point: FloorPoint): boolean =>
      "area" in shape
        ? inside({ outline: shape.area }, point)
        : Math.hypot(point.x - shape.centre.x, point.y - shape.centre.y) < shape.radiusM;
    expect([name, floor.walk.nodes.some((node) => node.place !== null && isIn(node))]).toEqual([name, true]);
  }
});
