import type { Map as MapLibreMap } from "maplibre-gl";
import { beforeEach, expect, it, vi } from "vitest";
import { planOnMap, underlayOnMap } from "./imagesOnMap.ts";
import type { PlanImage } from "./onPlanMap.ts";
import { planLayers } from "./planLayers.ts";

// No worker runs here: only whether a picture is to be dark is of interest.
const made = vi.hoisted(() => [] as boolean[]);
vi.mock("../basemap/planPictures.ts", () => ({
  planPictures: () => ({
    make: async ({ isDark }: { isDark: boolean }) => void made.push(isDark),
    stop: () => undefined,
  }),
}));

const corners: PlanImage["corners"] = [
  { lat: 0, lon: 0 },
  { lat: 0, lon: 0.0006 },
  { lat: -0.0004, lon: 0.0006 },
  { lat: -0.0004, lon: 0 },
];
const floor = { id: "ground", imageUrl: "/ground", imageWidth: 9000, corners };

/** A map of 390 px whose zoom can be chosen, and a server that answers at once. */
function aMap() {
  let zoom = 18;
  const map = {
    getLayer: () => undefined,
    getSource: () => undefined,
    getZoom: () => zoom,
    getContainer: () => ({ clientWidth: 390 }),
  } as unknown as MapLibreMap;
  const requested: string[] = [];
  const faults: string[] = [];
  const load = async (url: string): Promise<ImageBitmap> => {
    requested.push(url);
    if (url.startsWith("/lost")) throw new Error("no answer");
    return { width: 1024, height: 700 } as ImageBitmap;
  };
  const plans = planLayers(map, load, () => void faults.push("failed"));
  return { plans, requested, faults, zoomTo: (next: number) => (zoom = next) };
}

beforeEach(() => {
  vi.stubGlobal("devicePixelRatio", 1);
  made.length = 0;
});

it("a floor's plan is loaded as wide as a small map needs it, and wider once somebody zooms in", async () => {
  const { plans, requested, zoomTo } = aMap();
  plans.show(planOnMap(floor));
  expect(requested).toEqual(["/ground?width=1024"]);
  await vi.waitFor(() => expect(made).toHaveLength(1));
  plans.refine();
  expect(requested).toHaveLength(1);
  zoomTo(22);
  plans.refine();
  expect(requested.slice(1)).toEqual(["/ground?width=4096"]);
});

it("a chosen file has only its own width", () => {
  const { plans, requested } = aMap();
  plans.show([{ id: "placed", url: "blob:plan", corners }]);
  expect(requested).toEqual(["blob:plan"]);
});

it("a plan that does not load is reported once", async () => {
  const { plans, faults } = aMap();
  plans.show(planOnMap({ ...floor, imageUrl: "/lost" }));
  await vi.waitFor(() => expect(faults).toEqual(["failed"]));
});

it("at night plans are dark and photographs keep their colours", async () => {
  const { plans } = aMap();
  plans.layer.repaint({} as MapLibreMap, "dark");
  const underlay = { ...floor, image: "aerial", imageHeight: 6000, opacity: 1, rotationDeg: 0 };
  const [northWest, , southEast] = corners;
  plans.show([...underlayOnMap({ ...underlay, northWest, southEast }), ...planOnMap(floor)]);
  await vi.waitFor(() => expect(made).toEqual([false, true]));
});

it("a floor without a plan is no image of a map", () => {
  expect(planOnMap({ ...floor, imageUrl: null })).toEqual([]);
  expect(planOnMap(undefined)).toEqual([]);
});
