import { limits } from "@pulse/contract/limits";
import type { HardwareListed } from "@pulse/contract/gateways";
import { expect, it } from "vitest";
import { aLiveAsset } from "../../test/liveAsset.ts";
import type { LiveAsset } from "../../live/liveStore.ts";
import type { SpriteAtlas } from "../gpu/spriteAtlas.ts";
import { markerTable } from "./markerTable.ts";
import { toPlane, unitsPerM } from "../camera/plane.ts";
import { createScene } from "./scene.ts";
import type { SceneView } from "./sceneView.ts";

const dayMs = 24 * 3_600_000;
const metre = 1 / 111_195;
const at = (eastM: number, northM: number) => ({
  lat: 51 + northM * metre,
  lon: 7 + (eastM * metre) / Math.cos((51 * Math.PI) / 180),
});
const cart = (guid: string, eastM: number, changes: Partial<LiveAsset> = {}): LiveAsset =>
  aLiveAsset(guid, { name: `Tote ${guid}`, type: "Tote", floorId: "ground", ...at(eastM, 0), ...changes });

interface Given {
  assets: readonly LiveAsset[];
  /** The assets' next places, to which they have just begun to glide. */
  next?: readonly LiveAsset[];
  gateways?: readonly HardwareListed[];
  pxPerM: number;
  scale?: SceneView["scale"];
  nowMs?: number;
  state?: object;
}

/** The picture of these things: the groups that can be hit, the markers of other floors, and the names in order. */
function rendered({ assets, next, gateways = [], pxPerM, scale = "puck", nowMs = 0, state = {} }: Given) {
  const table = markerTable(
    () => 0,
    () => next === undefined,
  );
  table.update(assets);
  table.update(next ?? []);
  const names: string[] = [];
  const [roomNames, fenceNames]: string[][] = [[], []];
  const drawn: string[] = [];
  const cell = { x: 0, y: 0, width: 1, height: 1 };
  const [gatewayNameCell, roomNameCell] = [{ ...cell }, { ...cell }];
  const answers: Record<string, unknown> = {
    name: (text: string) => (names.push(text), cell),
    gatewayName: (_: string, text: string) => (names.push(text), gatewayNameCell),
    roomName: (text: string) => (roomNames!.push(text), roomNameCell),
    fenceName: (text: string) => (fenceNames!.push(text), cell),
    dot: () => (drawn.push("dot"), cell),
  };
  const sprites = new Proxy(answers, {
    get: (known, key: string) => known[key] ?? ((text: string) => (key.endsWith("WidthPx") ? 7 * text.length : cell)),
  });
  const view = {
    middle: toPlane(at(0, 0)),
    pxPerUnit: pxPerM / unitsPerM(51),
    bearingDeg: 0,
    widthPx: 1000,
    heightPx: 800,
    centreX: 500,
    centreY: 400,
  };
  const scene = createScene({ begin: () => undefined, generation: () => 0 } as unknown as SpriteAtlas, () => 0);
  const spotsOf = new Map<object, { dx: number; dy: number }[]>([
    [gatewayNameCell, []],
    [roomNameCell, []],
  ]);
  const { gateways: batch } = scene.batches;
  const { add } = batch;
  batch.add = (motion, drawnCell, strength, dx, dy) => {
    spotsOf.get(drawnCell)?.push({ dx: dx ?? 0, dy: dy ?? 0 });
    return add(motion, drawnCell, strength, dx, dy);
  };
  scene.render({
    view,
    scale,
    sprites,
    table,
    fanned: new Set(),
    hovered: null,
    marked: null,
    nowMs,
    clockMs: 0,
    distanceText: String,
    state: {
      scheme: "light",
      plans: ["ground", "upper"].map((id) => ({ id, rooms: [], walls: [], corners: [at(-50, 50)] })),
      shownFloorIds: ["ground"],
      gateways,
      fences: [],
      selected: null,
      passing: null,
      layers: { gateways: true, confidence: false, otherFloors: true },
      showsConfidence: true,
      timeoutDay: 10,
      ...state,
    },
  } as unknown as SceneView);
  const [gatewayNameSpots, roomSpots] = [spotsOf.get(gatewayNameCell)!, spotsOf.get(roomNameCell)!];
  return {
    roomNames,
    roomSpots,
    gatewayNameSpots,
    fenceNames,
    groups: scene.targets().map(({ guids }) => guids.toSorted()),
    names,
    drawn,
  };
}

it("the map groups assets nearer than 20 px, and no others", () => {
  expect(limits.clusterGridPx).toBe(20);
  const pair = (apartM: number) =>
    rendered({ assets: [cart("a", 0), cart("b", apartM)], pxPerM: 2, scale: "dot" }).groups;
  expect(pair(9.5)).toEqual([["a", "b"]]);
  expect(pair(20)).toEqual([["a"], ["b"]]);
});

it("the map keeps the selected asset out of every group, and leaves out filtered assets", () => {
  const assets = [cart("a", 0), cart("b", 1), cart("c", 60)];
  expect(rendered({ assets, pxPerM: 2, state: { selected: "a" } }).groups).toEqual([["b"], ["c"]]);
  expect(rendered({ assets, pxPerM: 2, state: { passing: new Set(["a"]) } }).groups).toEqual([["a"]]);
});

it("the map shows an asset for as many days as the customer has set, and no longer", () => {
  const assets = [cart("a", 0, { lastUpdatedMs: 0 })];
  expect(rendered({ assets, pxPerM: 2, nowMs: 10 * dayMs }).groups).toEqual([["a"]]);
  expect(rendered({ assets, pxPerM: 2, nowMs: 10 * dayMs + 1 }).groups).toEqual([]);
});

it("the map draws an asset on another floor as an ungrouped dot, or not at all", () => {
  const assets = [cart("a", 0), cart("b", 1, { floorId: "upper" })];
  const both = rendered({ assets, pxPerM: 2 });
  expect([both.groups, both.drawn]).toEqual([[["a"]], ["dot"]]);
  const one = rendered({
    assets,
    pxPerM: 2,
    state: { layers: { gateways: true, confidence: false, otherFloors: false } },
  });
  expect([one.groups, one.drawn]).toEqual([[["a"]], []]);
});

it("the map names an asset only where its name covers no gateway, no other asset and no other name", () => {
  const gateway = { guid: "gw", name: "G-05", status: "online", floorId: "ground", ...at(0, -1.8) };
  const named = (assets: readonly LiveAsset[], gateways: readonly object[] = []): string[] =>
    rendered({ assets, gateways: gateways as HardwareListed[], pxPerM: 12, scale: "named" }).names;
  expect(named([cart("TT-0001", 0), cart("TT-0002", 20)]).toSorted()).toEqual(["TT-0001", "TT-0002"]);
  // The gateway is where the name would be.
  expect(named([cart("TT-0001", 0)], [gateway])).toEqual(["G-05"]);
  // So is another thing, and another name.
  expect(named([cart("TT-0001", 0), cart("TT-0002", 0, at(0, -2.3))])).toEqual(["TT-0002"]);
  expect(named([cart("TT-0001", 0), cart("TT-0002", 2.5)])).toHaveLength(1);
});

const area = (west: number, south: number, east: number, north: number) =>
  [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ].map(([e, n]) => at(e!, n!));
const aRoom = (name: string, corners: readonly object[]) => ({ id: name, name, kind: null, area: corners });
const aGround = (more: object) => ({
  plans: [{ id: "ground", rooms: [], walls: [], corners: [at(-50, 50)], ...more }],
});
const aGateway = (name: string, eastM: number, northM: number) =>
  ({ guid: name, name, status: "online", floorId: "ground", ...at(eastM, northM) }) as unknown as HardwareListed;

it("the map names a room rather than the gateway in it, and the gateway beside the name where there is room", () => {
  const pictured = (corners: readonly object[]) =>
    rendered({
      assets: [],
      gateways: [aGateway("G-05", 0, 1.6)],
      pxPerM: 12,
      state: aGround({ rooms: [aRoom("Ward 3", corners)] }),
    });
  // The room's name is where the gateway's usually is, so that one is above its square.
  const wide = pictured(area(-3, -1, 3, 1));
  expect([wide.roomNames, wide.names]).toEqual([["Ward 3"], ["G-05"]]);
  expect(wide.gatewayNameSpots).toEqual([{ dx: 0, dy: -16 }]);
});

it("the map puts no name over a wall", () => {
  const room = aRoom("Office", area(-4, -3, 4, 3));
  const across = [{ id: "w", points: [at(-4, 0), at(4, 0)], lossDb: null }];
  const through = Array.from({ length: 9 }, (_, nth) => ({
    id: `w${nth}`,
    points: [at(-4 + nth, -3), at(-4 + nth, 3)],
    lossDb: null,
  }));
  const named = (walls: readonly object[]) =>
    rendered({ assets: [], pxPerM: 12, state: aGround({ rooms: [room], walls }) });
  expect(named([]).roomSpots).toEqual([{ dx: 0, dy: 0 }]);
  expect(named(across).roomSpots).toHaveLength(1);
  expect(Math.abs(named(across).roomSpots[0]!.dy)).toBeGreaterThan(9);
  expect(named(through).roomNames).toEqual([]);
});

it("the map names no room where a marker is about to glide over the name, and names it beside its path", () => {
  const passing = (northM: number, corners: readonly object[]) =>
    rendered({
      assets: [cart("a", -8, at(-8, northM))],
      next: [cart("a", 8, at(8, northM))],
      pxPerM: 12,
      state: aGround({ rooms: [aRoom("Dock", corners)] }),
    });
  const [narrow, wide] = [area(-3, -1, 3, 1), area(-3, -4, 3, 4)];
  expect(passing(0, narrow).roomNames).toEqual([]);
  expect(passing(6, narrow).roomNames).toEqual(["Dock"]);
  expect(Math.abs(passing(0, wide).roomSpots[0]!.dy)).toBeGreaterThan(15);
});

it("the map names a geofence and a room of the same name once", () => {
  const ring = [...area(-8, -5, 8, 5), at(-8, -5)].map(({ lat, lon }) => [lon, lat]);
  const fences = ["Cold store", "Cold chain"].map((name) => ({ id: `fence ${name}`, name, parts: [[ring]] }));
  const pictured = (rooms: readonly object[]) =>
    rendered({ assets: [], pxPerM: 12, state: { ...aGround({ rooms }), fences } });
  expect(pictured([]).fenceNames).toEqual(["Cold store", "Cold chain"]);
  const both = pictured([aRoom("Cold Store", area(-8, -5, 8, 5))]);
  expect([both.roomNames, both.fenceNames]).toEqual([["Cold Store"], ["Cold chain"]]);
});
