import type { Map as MapLibreMap } from "maplibre-gl";
import { expect, it } from "vitest";
import { siteCamera } from "./siteCamera.ts";

/** A map that begins each movement with the next picture, as MapLibre does. */
function slowMap() {
  const ended: (() => void)[] = [];
  let zoom = 18;
  let goal: number | null = null;
  const end = (): void => {
    if (goal === null) return;
    goal = null;
    for (const handle of ended) handle();
  };
  const map = {
    on: (event: string, handle: () => void) => void (event === "moveend" && ended.push(handle)),
    getZoom: () => zoom,
    getMinZoom: () => 1,
    getMaxZoom: () => 24,
    easeTo: ({ zoom: to }: { zoom: number }) => {
      end();
      goal = to;
    },
  };
  const finish = (): void => {
    zoom = goal ?? zoom;
    end();
  };
  const parts = {} as Parameters<typeof siteCamera>[1];
  return { camera: siteCamera(map as unknown as MapLibreMap, parts), zoom: () => zoom, finish, map };
}

it("two quick presses of zoom in and one of zoom out add up to one step, although none has moved the map yet", () => {
  const { camera, finish, zoom } = slowMap();
  camera.zoomBy(1, null);
  camera.zoomBy(1, null);
  camera.zoomBy(-1, null);
  finish();
  expect(zoom()).toBe(19);
});

it("a zoom after the map came to rest starts from where the map is", () => {
  const { camera, finish, zoom, map } = slowMap();
  camera.zoomBy(1, null);
  finish();
  map.easeTo({ zoom: 10 });
  finish();
  camera.zoomBy(1, null);
  finish();
  expect(zoom()).toBe(11);
});

it("quick presses of zoom in do not collect steps beyond the nearest zoom", () => {
  const { camera, finish, zoom } = slowMap();
  for (let press = 0; press < 9; press++) camera.zoomBy(1, null);
  camera.zoomBy(-1, null);
  finish();
  expect(zoom()).toBe(23);
});
