import type { GeoJSONSource, Map as MapLibreMap } from "maplibre-gl";
import { type Scheme, tokensOf } from "../theme/tokens.ts";
import { groundId, isOnOwnGround } from "./bareStyle.ts";
import type { MapLayer } from "./MapLayer.ts";
import type { World } from "./worldData.ts";

/**
 * A coast at 1:50 million is some kilometres off. When zooming in, sea and land become the same plain ground, so that a
 * warehouse at a harbour does not seem to be in the water.
 */
const fade = { from: 9, to: 12 };
const [landId, bordersId] = ["pulse-world-land", "pulse-world-borders"];
const attribution = "Natural Earth";
const nothing = { type: "FeatureCollection" as const, features: [] };

let world: Promise<World> | null = null;

/** Land, sea and borders of the whole world, loaded when somebody zooms out far enough to see them. */
export function worldLayer(map: MapLibreMap): MapLayer {
  let loadedWorld: World | null = null;
  let scheme: Scheme = "light";

  const show = (): void => {
    if (loadedWorld === null || map.getSource(landId) === undefined) return;
    void map.getSource<GeoJSONSource>(landId)?.setData(loadedWorld.land);
    void map.getSource<GeoJSONSource>(bordersId)?.setData(loadedWorld.borders);
    paint();
  };
  const paint = (): void => {
    const { "m-land": land, "m-water": water, "m-label": border } = tokensOf(scheme);
    // Everything is land until the sea has loaded.
    const ground =
      loadedWorld === null
        ? land
        : (["interpolate", ["linear"], ["zoom"], fade.from, water, fade.to, land] as unknown as string);
    map.setPaintProperty(groundId, "background-color", ground);
    if (map.getLayer(landId) === undefined) return;
    map.setPaintProperty(landId, "fill-color", land);
    map.setPaintProperty(bordersId, "line-color", border);
  };
  const look = (): void => {
    if (loadedWorld !== null || map.getZoom() >= fade.to || !isOnOwnGround(map)) return;
    world ??= import("./worldData.ts").then(({ loadWorld }) => loadWorld());
    world.then(
      (loaded) => {
        loadedWorld = loaded;
        show();
      },
      // Plain land is good enough; the next zoom tries again.
      () => (world = null),
    );
  };
  map.on("zoom", look);

  return {
    add(_, next) {
      scheme = next;
      if (!isOnOwnGround(map)) return;
      const above = map.getStyle().layers.find(({ id }) => id !== groundId)?.id;
      for (const id of [landId, bordersId])
        if (map.getSource(id) === undefined)
          map.addSource(id, { type: "geojson", data: nothing, attribution, maxzoom: 9 });
      if (map.getLayer(landId) === undefined) {
        map.addLayer({ id: landId, type: "fill", source: landId, maxzoom: fade.to }, above);
        map.addLayer(
          {
            id: bordersId,
            type: "line",
            source: bordersId,
            maxzoom: fade.to,
            paint: { "line-width": 1, "line-opacity": ["interpolate", ["linear"], ["zoom"], 2, 0.35, fade.to, 0] },
          },
          above,
        );
      }
      show();
      paint();
      look();
    },
    repaint(_, next) {
      scheme = next;
      if (isOnOwnGround(map)) paint();
    },
  };
}
