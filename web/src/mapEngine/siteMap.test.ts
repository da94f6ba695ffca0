import type { FloorPlan } from "@pulse/contract/sites";
import { beforeEach, expect, it, vi } from "vitest";
import { createLiveStore } from "../live/liveStore.ts";
import { livePositions } from "../map/live/livePositions.ts";
import { createSiteMap } from "./siteMap.ts";
import type { SiteMapState } from "./siteMapState.ts";

/** The camera's moves, oldest first. */
const moves: { center: unknown }[] = [];
let listeners: [name: string, listener: (event: object) => void][] = [];
const tell = (event: string, content = {}): void =>
  listeners.forEach(([name, listener]) => (name === event ? listener(content) : undefined));
/** The images that were requested. */
const loaded: string[] = [];

// WebGL does not run here: a map that only notes where it is moved to.
vi.mock("../basemap/newMap.ts", () => ({
  newMap: () => {
    const known: Record<string, unknown> = {
      on: (name: string, ...rest: unknown[]) => void listeners.push([name, rest.at(-1) as (event: object) => void]),
      easeTo: (to: { center: unknown }) => void moves.push(to),
      jumpTo: (to: { center: unknown }) => void moves.push(to),
      getZoom: () => 18,
      getBearing: () => 0,
      getCenter: () => ({ lat: 51, lng: 7 }),
      getLayer: () => undefined,
      getSource: () => undefined,
      isMoving: () => false,
      project: () => ({ x: 500, y: 400 }),
      getBounds: () => undefined,
      getCanvas: () => document.createElement("canvas"),
      getCanvasContainer: () => document.createElement("div"),
      getContainer: () => document.createElement("div"),
    };
    return new Proxy(known, { get: (methods, name: string) => methods[name] ?? (() => undefined) });
  },
}));

const metre = 1 / 111_195;
const floor = (id: string, name: string, eastM = 0): FloorPlan => {
  const corner = (x: number, y: number) => ({ lat: 51 - y * metre, lon: 7 + (eastM + x) * metre });
  const corners = [corner(0, 0), corner(60, 0), corner(60, 40), corner(0, 40)];
  return {
    id,
    name,
    buildingId: "b",
    corners,
    rotationDeg: 0,
    imageUrl: `/${id}.png`,
    imageWidth: 800,
    rooms: [],
    walls: [],
  } as unknown as FloorPlan;
};

beforeEach(() => {
  moves.length = 0;
  loaded.length = 0;
  listeners = [];
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
});

/** A map that shows the ground floor of a site with two floors. */
function open(plans: readonly FloorPlan[] = [floor("ground", "Ground"), floor("upper", "Upper")]) {
  const container = document.createElement("div");
  Object.defineProperties(container, { clientWidth: { value: 1000 }, clientHeight: { value: 800 } });
  let state = {
    scheme: "light",
    styleUrl: null,
    plans,
    arePlansKnown: plans.length > 0,
    underlay: null,
    shownFloorIds: ["ground"],
    gateways: [],
    fences: [],
    selected: null,
    isFollowing: false,
    passing: null,
    layers: { gateways: true, confidence: false, otherFloors: true },
    isMeasuring: false,
    placePicker: null,
    timeoutDay: 10,
    showsConfidence: true,
    positions: livePositions(createLiveStore(), { offsetMs: 0, behindMs: () => 0, pausedAtMs: null }),
    overlays: {},
  } as unknown as SiteMapState;
  const nothing = (): void => undefined;
  const map = createSiteMap({
    container,
    state,
    events: {
      selected: nothing,
      viewed: nothing,
      moveEnded: nothing,
      measured: nothing,
      planFailed: nothing,
      underlayFailed: nothing,
      streetMapFailed: nothing,
      followEnded: nothing,
    },
    loadImage: (url) => {
      loaded.push(url);
      return new Promise(() => undefined);
    },
    distanceText: String,
    centre: { lat: 51, lon: 7 },
    camera: null,
    locale: {},
  });
  tell("style.load");
  const begun = moves.length;
  return {
    ...map,
    change: (part: Partial<SiteMapState>) => map.update((state = { ...state, ...part })),
    /** The moves since the map was opened. */
    moves: () => moves.slice(begun),
    /** Somebody drags the map. */
    drag: () => tell("movestart", { originalEvent: {} }),
  };
}

it("renaming a floor moves no viewer's camera and loads no plan again, whichever floor is shown", () => {
  const { change, moves: since, drag, remove } = open();
  drag();
  change({ plans: [floor("ground", "Ground"), floor("upper", "First")] });
  change({ plans: [floor("ground", "Entrance"), floor("upper", "First")] });
  expect(since()).toEqual([]);
  expect(loaded).toEqual(["/ground.png"]);
  remove();
});

it("a floor that is added or removed beside the shown one moves no viewer's camera", () => {
  const { change, moves: since, remove } = open();
  change({ plans: [floor("ground", "Ground"), floor("upper", "Upper"), floor("roof", "Roof")] });
  change({ plans: [floor("ground", "Ground")] });
  expect(since()).toEqual([]);
  remove();
});

it("a shown floor that is placed elsewhere is shown there, unless the viewer has moved the map", () => {
  const fitted = open();
  fitted.change({ plans: [floor("ground", "Ground", 30), floor("upper", "Upper")] });
  expect(fitted.moves()).toHaveLength(1);
  expect(loaded).toEqual(["/ground.png", "/ground.png"]);
  fitted.remove();
  const dragged = open();
  dragged.drag();
  dragged.change({ plans: [floor("ground", "Ground", 30), floor("upper", "Upper")] });
  expect(dragged.moves()).toEqual([]);
  dragged.remove();
});

it("the floors of a site that come after its map, or of another site, are shown whole", () => {
  const { change, moves: since, drag, remove } = open([]);
  change({ plans: [floor("ground", "Ground")] });
  expect(since()).toHaveLength(1);
  drag();
  change({ plans: [floor("hall", "Hall", 900)], shownFloorIds: ["hall"] });
  expect(since()).toHaveLength(2);
  expect(loaded).toEqual(["/ground.png", "/hall.png"]);
  remove();
});

it("a floor in another place is fitted once it is known which to show, unless the viewer has moved the map", () => {
  const plans = [floor("ground", "Ground"), floor("far", "Far", 500)];
  const fitted = open(plans);
  fitted.change({ shownFloorIds: ["far"] });
  expect(fitted.moves()).toHaveLength(1);
  fitted.remove();
  const dragged = open(plans);
  dragged.drag();
  dragged.change({ shownFloorIds: ["far"] });
  expect(dragged.moves()).toEqual([]);
  dragged.remove();
});
