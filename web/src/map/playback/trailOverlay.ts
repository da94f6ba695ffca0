import type { FeatureCollection } from "geojson";
import type {
  ExpressionSpecification,
  FilterSpecification,
  GeoJSONSource,
  LineLayerSpecification,
  Map as MapLibreMap,
} from "maplibre-gl";
import type { Overlay } from "../../basemap/MapLayer.ts";
import { type Scheme, tokensOf } from "../../theme/tokens.ts";
import type { Crossing } from "./historyEvents.ts";
import { spotAt, type Track } from "./track.ts";
import { trailGaps, trailOf, type TrailGap } from "./trailLines.ts";
import { type TrailMark, trailMarks } from "./trailMarks.ts";
import type { Halt } from "./stays.ts";
import { placesOf } from "./trackSummary.ts";

const id = "trail";
const layerIds = ["trail-ahead", "trail-casing", "trail-gone"] as const;
/** The width of the trail from its beginning to the moment shown, and that of what lies around it, px (look.md). */
const widthPx: ExpressionSpecification = ["interpolate", ["linear"], ["get", "age"], 0, 1.8, 1, 4.8];
const casingPx = 7;
const opacity: ExpressionSpecification = ["interpolate", ["linear"], ["get", "strength"], 0, 0.34, 1, 1];
const aheadPx = 1;

interface MarkTexts {
  classNames: { halt: string; gap: string; crossing: string };
  durationOf(ms: number): string;
  gapOf(gap: TrailGap): string;
}

export interface TrailShown {
  tracks: readonly Track[];
  /** The one whose stops, silences and crossings are marked. */
  track: Track | null;
  halts: readonly Halt[];
  crossings: readonly Crossing[];
  floorIds: readonly string[];
  fromMs: number;
  atMs: number;
}

/**
 * The tracks of assets on the shown floors: the past part fades with its age, the part ahead is dotted. Of one of them the
 * places of its stops are numbered, its silences named, and its crossings of geofences marked.
 */
export function trailOverlay(texts: MarkTexts) {
  let data: FeatureCollection = { type: "FeatureCollection", features: [] };
  let on: MapLibreMap | null = null;
  const marks = trailMarks();

  const takeOff = (map: MapLibreMap): void => {
    for (const layer of layerIds) if (map.getLayer(layer) !== undefined) map.removeLayer(layer);
    if (map.getSource(id) !== undefined) map.removeSource(id);
  };
  const paint = (map: MapLibreMap, scheme: Scheme): void => {
    const { focus, "text-3": ahead, "p-floor": floor } = tokensOf(scheme);
    map.setPaintProperty("trail-ahead", "line-color", ahead);
    map.setPaintProperty("trail-casing", "line-color", floor);
    map.setPaintProperty("trail-gone", "line-color", focus);
  };

  const overlay: Overlay = {
    add(map, scheme) {
      takeOff(map);
      map.addSource(id, { type: "geojson", data, tolerance: 0.1 });
      const layout: LineLayerSpecification["layout"] = { "line-cap": "round", "line-join": "round" };
      const filter: FilterSpecification = ["!", ["get", "isAhead"]];
      const gone = { source: id, type: "line", layout, filter } as const;
      map.addLayer(
        {
          id: "trail-ahead",
          source: id,
          type: "line",
          layout,
          filter: ["get", "isAhead"],
          paint: { "line-width": aheadPx, "line-dasharray": [1, 4] },
        },
        "markers",
      );
      map.addLayer(
        { ...gone, id: "trail-casing", paint: { "line-width": casingPx, "line-opacity": opacity } },
        "markers",
      );
      map.addLayer({ ...gone, id: "trail-gone", paint: { "line-width": widthPx, "line-opacity": opacity } }, "markers");
      paint(map, scheme);
      on = map;
      marks.add(map);
    },
    repaint: paint,
    remove(map) {
      takeOff(map);
      marks.remove(map);
      on = null;
    },
  };
  return {
    overlay,
    show(shown: TrailShown): void {
      const floors = new Set(shown.floorIds);
      data = {
        type: "FeatureCollection",
        features: shown.tracks.flatMap((track) => trailOf(track, floors, shown.fromMs, shown.atMs)),
      };
      void on?.getSource<GeoJSONSource>(id)?.setData(data);
      marks.show(marksOf(shown, floors, texts));
    },
  };
}

function marksOf({ track, halts, crossings, atMs }: TrailShown, floors: ReadonlySet<string>, texts: MarkTexts) {
  const { classNames, durationOf, gapOf } = texts;
  const isShown = (floorId: string | null): boolean => floorId === null || floors.has(floorId);
  const gaps = track === null ? [] : trailGaps(track, floors, atMs);
  return [
    ...gaps.map((gap): TrailMark => ({ lat: gap.lat, lon: gap.lon, element: labelled(classNames.gap, gapOf(gap)) })),
    ...crossings.flatMap(({ kind, atMs: crossedMs }): TrailMark[] => {
      const spot = track === null || crossedMs > atMs ? null : spotAt(track, crossedMs);
      if (spot === null || !isShown(spot.position.floorId)) return [];
      const element = labelled(classNames.crossing, "");
      element.dataset["kind"] = kind;
      return [{ lat: spot.lat, lon: spot.lon, element }];
    }),
    ...placesOf(halts, atMs)
      .filter(({ floorId }) => isShown(floorId))
      .map((halt): TrailMark => ({
        lat: halt.lat,
        lon: halt.lon,
        element: haltElement(halt.place, halt.lastingMs, classNames.halt, durationOf),
      })),
  ];
}

function labelled(className: string, text: string): HTMLElement {
  const element = document.createElement("span");
  element.className = className;
  const words = document.createElement("small");
  words.textContent = text;
  element.append(words);
  return element;
}

/** The halo of a stop grows with its minutes, px (look.md). */
const haloPx = (lastingMs: number): number => Math.min(32, 8 + (1.3 * lastingMs) / 60_000);

function haltElement(place: number, lastingMs: number, className: string, durationOf: (ms: number) => string) {
  const element = labelled(className, durationOf(lastingMs));
  element.style.setProperty("--halo", `${haloPx(lastingMs)}px`);
  const disc = document.createElement("b");
  disc.textContent = String(place);
  element.prepend(disc);
  return element;
}
