import type { FloorPlan } from "@pulse/contract/sites";
import type { Map as MapLibreMap } from "maplibre-gl";
import { beforeEach, expect, it, vi } from "vitest";
import { floorPlans } from "./floorPlans.ts";
import { overlaySlotId } from "./overlays.ts";

// No worker runs here: the picture is only named after its image.
vi.mock("../../basemap/planPictures.ts", () => ({
  planPictures: () => ({ make: async () => ({}), stop: () => undefined }),
}));

const metre = 1 / 111_195;
const corner = (x: number, y: number) => ({ lat: -y * metre, lon: x * metre });
const plan = (id: string): FloorPlan =>
  ({
    id,
    imageUrl: `/${id}`,
    imageWidth: 9000,
    corners: [corner(0, 0), corner(60, 0), corner(60, 40), corner(0, 40)],
  }) as unknown as FloorPlan;

/** A map whose zoom can be chosen, and a server whose images are answered one by one. */
function aMap() {
  const layers = new Set([overlaySlotId]);
  const sources = new Set<string>();
  let zoom = 18;
  const map = {
    getLayer: (id: string) => (layers.has(id) ? {} : undefined),
    addLayer: ({ id }: { id: string }) => void layers.add(id),
    getSource: (id: string) => (sources.has(id) ? { updateImage: () => undefined } : undefined),
    addSource: (id: string) => void sources.add(id),
    setLayoutProperty: () => undefined,
    getZoom: () => zoom,
  } as unknown as MapLibreMap;
  const requested: string[] = [];
  const answers = new Map<string, { resolve(): void; reject(): void }>();
  const reported: string[] = [];
  const load = (url: string): Promise<Blob> => {
    requested.push(url);
    return new Promise((resolve, reject) =>
      answers.set(url, { resolve: () => resolve(new Blob([url])), reject: () => reject(new Error("no answer")) }),
    );
  };
  const plans = floorPlans(map, load, {
    failed: ({ id }) => void reported.push(`failed ${id}`),
    settled: () => void reported.push("settled"),
  });
  return { plans, requested, answers, reported, zoomTo: (next: number) => (zoom = next) };
}

beforeEach(() => {
  vi.stubGlobal("createImageBitmap", async () => ({ width: 1024, height: 700 }));
  vi.stubGlobal("devicePixelRatio", 1);
});

it("a plan is pending until its first picture is on the map, and a wider image is fetched once somebody zooms in", async () => {
  const { plans, requested, answers, reported, zoomTo } = aMap();
  plans.show([plan("ground")], 390);
  expect([requested, plans.isPending()]).toEqual([["/ground?width=1024"], true]);
  answers.get("/ground?width=1024")!.resolve();
  await vi.waitFor(() => expect(reported).toEqual(["settled"]));
  expect(plans.isPending()).toBe(false);
  plans.refine();
  expect(requested).toHaveLength(1);
  zoomTo(22);
  plans.refine();
  expect(requested.slice(1)).toEqual(["/ground?width=4096"]);
  // Failing, it leaves the plan as it is, and the next zoom asks again.
  answers.get("/ground?width=4096")!.reject();
  await vi.waitFor(() => {
    plans.refine();
    expect(requested).toHaveLength(3);
  });
  expect(reported).toEqual(["settled"]);
});

it("a plan that does not load is not waited for", async () => {
  const { plans, answers, reported } = aMap();
  plans.show([plan("ground")], 1440);
  answers.get("/ground?width=1024")!.reject();
  await vi.waitFor(() => expect(reported).toEqual(["failed ground", "settled"]));
  expect(plans.isPending()).toBe(false);
});
