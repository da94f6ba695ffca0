import type { HardwareListed } from "@pulse/contract/gateways";
import type { ExplainedPosition } from "@pulse/contract/trackerExplanation";
import type { Feature, FeatureCollection } from "geojson";
import type { ExpressionSpecification, GeoJSONSource, Map as MapLibreMap } from "maplibre-gl";
import type { Overlay } from "../../basemap/MapLayer.ts";
import { groundCircle } from "../../basemap/planGeometry.ts";
import { tokensOf } from "../../theme/tokens.ts";

const id = "why";
/** The kinds of lines with their colours and dashes. */
const kinds = {
  range: { color: "ok", width: 1.5, dash: null },
  line: { color: "ok", width: 1.5, dash: [2, 2] },
  unused: { color: "text-3", width: 1.25, dash: [1, 3] },
  raw: { color: "focus", width: 2, dash: [3, 2] },
} as const;
type Kind = keyof typeof kinds;
const names = Object.keys(kinds) as Kind[];
const strength: ExpressionSpecification = ["get", "strength"];
/** Only this many of the nearest are drawn at full strength: twenty equally strong circles show nothing. */
const prominent = 4;
const faint = 0.22;

/** The distance that each gateway estimates, and the position before the display filter. */
export function explanationOverlay() {
  let data: FeatureCollection = { type: "FeatureCollection", features: [] };
  let on: MapLibreMap | null = null;
  const takeOff = (map: MapLibreMap): void => {
    for (const name of names) if (map.getLayer(`why-${name}`) !== undefined) map.removeLayer(`why-${name}`);
    if (map.getSource(id) !== undefined) map.removeSource(id);
  };
  const overlay: Overlay = {
    add(map, scheme) {
      takeOff(map);
      map.addSource(id, { type: "geojson", data });
      for (const name of names) {
        const { width, dash } = kinds[name];
        map.addLayer(
          {
            id: `why-${name}`,
            source: id,
            type: "line",
            filter: ["==", ["get", "kind"], name],
            paint: {
              "line-width": width,
              "line-opacity": strength,
              ...(dash === null ? {} : { "line-dasharray": [...dash] }),
            },
          },
          "markers",
        );
      }
      overlay.repaint(map, scheme);
      on = map;
    },
    repaint(map, scheme) {
      const tokens = tokensOf(scheme);
      for (const name of names) map.setPaintProperty(`why-${name}`, "line-color", tokens[kinds[name].color]);
    },
    remove(map) {
      takeOff(map);
      on = null;
    },
  };
  return {
    overlay,
    show(explanation: ExplainedPosition | null, gateways: readonly HardwareListed[]): void {
      data = { type: "FeatureCollection", features: explanation === null ? [] : featuresOf(explanation, gateways) };
      void on?.getSource<GeoJSONSource>(id)?.setData(data);
    },
  };
}

/** Ranges, lines to the place, and the place before the filter. */
export function featuresOf(explanation: ExplainedPosition, gateways: readonly HardwareListed[]): Feature[] {
  const { fix, raw } = explanation;
  const byId = new Map(gateways.map((gateway) => [gateway.id, gateway]));
  const nearest = new Set(
    explanation.gateways
      .filter((each) => each.used && each.distance !== null)
      .toSorted((a, b) => a.distance! - b.distance!)
      .slice(0, prominent)
      .map(({ hardwareId }) => hardwareId),
  );
  const along = (kind: Kind, share: number, coordinates: [number, number][]): Feature => ({
    type: "Feature",
    properties: { kind, strength: share },
    geometry: { type: "LineString", coordinates },
  });
  const lines = explanation.gateways.flatMap(({ hardwareId, distance, used }): Feature[] => {
    const at = byId.get(hardwareId);
    if (at === undefined) return [];
    const strong = nearest.has(hardwareId) ? 1 : faint;
    const toFix: [number, number][] = [
      [at.lon, at.lat],
      [fix.lon, fix.lat],
    ];
    return [
      ...(distance === null
        ? []
        : [along(used ? "range" : "unused", used ? strong : 2 * faint, groundCircle(at, distance))]),
      ...(used ? [along("line", strong, toFix)] : []),
    ];
  });
  return [...lines, along("raw", 1, groundCircle(raw, raw.accuracy))];
}
