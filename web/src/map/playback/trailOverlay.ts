import type { LatLon } from "@pulse/geo/latLon";
import type { Feature, FeatureCollection } from "geojson";
import type { FilterSpecification, GeoJSONSource, LineLayerSpecification, Map as MapLibreMap } from "maplibre-gl";
import type { Overlay } from "../../basemap/MapLayer.ts";
import { type Scheme, tokensOf } from "../../theme/tokens.ts";
import { silenceMs, type Halt } from "./trackSummary.ts";
import { indexAt, spotAt, type Track } from "./track.ts";

const id = "trail";
const layerIds = ["trail-ahead", "trail-casing", "trail-gone"] as const;
/** The track fades in this many steps, from the beginning of the span to the moment shown. */
const fadeSteps = 8;
const faintest = 0.3;

interface HaltStyle {
  className: string;
  textOf(halt: Halt): string;
}

export interface TrailShown {
  tracks: readonly Track[];
  halts: readonly Halt[];
  floorIds: readonly string[];
  fromMs: number;
  atMs: number;
}

/** The tracks of assets on the shown floors: the past part fades with its age, the part ahead is dotted, halts are numbered. */
export function trailOverlay(haltStyle: HaltStyle) {
  let data: FeatureCollection = { type: "FeatureCollection", features: [] };
  let on: MapLibreMap | null = null;
  let halts: readonly { halt: Halt; number: number; element: HTMLElement }[] = [];
  const place = document.createElement("div");
  // Placed over the map's picture and lets clicks through; the list beside the map says the same in words.
  place.style.cssText = "position:absolute;inset:0;overflow:hidden;pointer-events:none";
  place.setAttribute("aria-hidden", "true");

  const putHalts = (): void => {
    for (const { halt, element } of halts) {
      const at = on?.project([halt.lon, halt.lat]);
      if (at !== undefined) element.style.transform = `translate(${at.x}px, ${at.y}px)`;
    }
  };
  const takeOff = (map: MapLibreMap): void => {
    for (const layer of layerIds) if (map.getLayer(layer) !== undefined) map.removeLayer(layer);
    if (map.getSource(id) !== undefined) map.removeSource(id);
  };
  const paint = (map: MapLibreMap, scheme: Scheme): void => {
    const { brand, "text-3": ahead, surface } = tokensOf(scheme);
    map.setPaintProperty("trail-ahead", "line-color", ahead);
    map.setPaintProperty("trail-casing", "line-color", surface);
    map.setPaintProperty("trail-gone", "line-color", brand);
  };

  const overlay: Overlay = {
    add(map, scheme) {
      takeOff(map);
      map.addSource(id, { type: "geojson", data, tolerance: 0.1 });
      const layout: LineLayerSpecification["layout"] = { "line-cap": "round", "line-join": "round" };
      const filter: FilterSpecification = [">", ["get", "strength"], 0];
      const gone = { source: id, type: "line", layout, filter } as const;
      map.addLayer(
        {
          id: "trail-ahead",
          source: id,
          type: "line",
          layout,
          filter: ["==", ["get", "strength"], 0],
          paint: { "line-width": 1.5, "line-dasharray": [0.5, 2.5] },
        },
        "markers",
      );
      const opacity = { "line-opacity": ["get", "strength"] as ["get", string] };
      map.addLayer({ ...gone, id: "trail-casing", paint: { "line-width": 6, ...opacity } }, "markers");
      map.addLayer({ ...gone, id: "trail-gone", paint: { "line-width": 3.2, ...opacity } }, "markers");
      paint(map, scheme);
      if (on === map) return;
      on = map;
      map.getCanvasContainer().append(place);
      map.on("move", putHalts);
      map.on("resize", putHalts);
      putHalts();
    },
    repaint: paint,
    remove(map) {
      takeOff(map);
      map.off("move", putHalts);
      map.off("resize", putHalts);
      place.remove();
      on = null;
    },
  };
  return {
    overlay,
    show({ tracks, floorIds, fromMs, atMs, halts: allHalts }: TrailShown): void {
      data = {
        type: "FeatureCollection",
        features: tracks.flatMap((track) => trailOf(track, new Set(floorIds), fromMs, atMs)),
      };
      void on?.getSource<GeoJSONSource>(id)?.setData(data);
      halts = allHalts
        .map((halt, nth) => ({ halt, number: nth + 1 }))
        .filter(({ halt }) => halt.atMs <= atMs && (halt.floorId === null || floorIds.includes(halt.floorId)))
        .map((each) => ({ ...each, element: haltElement(each.number, each.halt, haltStyle) }));
      place.replaceChildren(...halts.map(({ element }) => element));
      putHalts();
    },
  };
}

function haltElement(number: number, halt: Halt, { className, textOf }: HaltStyle): HTMLElement {
  const element = document.createElement("span");
  element.className = className;
  const disc = document.createElement("b");
  disc.textContent = String(number);
  const words = document.createElement("small");
  words.textContent = textOf(halt);
  element.append(disc, words);
  return element;
}

/** A track on some floors as lines, each with its strength; 0 is the part ahead. */
export function trailOf(track: Track, floors: ReadonlySet<string>, fromMs: number, atMs: number): Feature[] {
  const { positions, startsMs, endsMs } = track;
  const strengthAt = (nth: number): number => {
    if (startsMs[nth]! > atMs) return 0;
    const share = (startsMs[nth]! - fromMs) / Math.max(1, atMs - fromMs);
    return faintest + (1 - faintest) * (Math.ceil(Math.min(1, Math.max(0, share)) * fadeSteps) / fadeSteps);
  };
  const isShown = (nth: number): boolean => {
    const { floorId } = positions[nth]!;
    return floorId === null || floors.has(floorId);
  };
  const lines: { strength: number; points: [number, number][] }[] = [];
  const draw = (from: LatLon, { lat, lon }: LatLon, strength: number): void => {
    const last = lines.at(-1);
    const [x, y] = last?.points.at(-1) ?? [];
    if (last?.strength !== strength || x !== from.lon || y !== from.lat)
      lines.push({ strength, points: [[from.lon, from.lat]] });
    lines.at(-1)!.points.push([lon, lat]);
  };
  const now = indexAt(track, atMs);
  for (let nth = 1; nth < positions.length; nth++) {
    // Over a long silence the path is unknown.
    if (!isShown(nth - 1) || !isShown(nth) || startsMs[nth]! - endsMs[nth - 1]! > silenceMs) continue;
    if (nth === now + 1) {
      const here = spotAt(track, atMs) ?? positions[nth - 1]!;
      draw(positions[nth - 1]!, here, strengthAt(nth - 1));
      draw(here, positions[nth]!, 0);
    } else draw(positions[nth - 1]!, positions[nth]!, nth > now ? 0 : strengthAt(nth));
  }
  return lines.map(({ strength, points }) => ({
    type: "Feature",
    properties: { strength },
    geometry: { type: "LineString", coordinates: points },
  }));
}
