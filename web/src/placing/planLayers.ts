import type { Corners } from "@pulse/geo/floorPlan";
import { distanceM } from "@pulse/geo/latLon";
import type { ImageSource, Map as MapLibreMap } from "maplibre-gl";
import type { MapLayer } from "../basemap/MapLayer.ts";
import { planPictures } from "../basemap/planPictures.ts";
import { pxPerM } from "../basemap/scale.ts";
import type { Scheme } from "../theme/tokens.ts";
import type { PlanImage } from "./onPlanMap.ts";

interface Sheet {
  plan: PlanImage;
  /** The image as received; null while it is loading. */
  original: ImageBitmap | null;
  /** The picture that is wanted: scheme and width. */
  wanted: string;
  picture: ImageBitmap | null;
}

type Coordinates = [[number, number], [number, number], [number, number], [number, number]];

/** Graphics cards need not support more pixels across than this. */
const widestPx = 4096;
const layerId = (id: string): string => `plan-${id}`;
const coordinatesOf = (corners: Corners): Coordinates => corners.map(({ lat, lon }) => [lon, lat]) as Coordinates;

/** Plan images that may move and fade while somebody places them. Each image is loaded once, however its place changes. */
export function planLayers(map: MapLibreMap, load: (url: string) => Promise<ImageBitmap>, failed: () => void) {
  const sheets = new Map<string, Sheet>();
  const pictures = planPictures();
  let scheme: Scheme = "light";
  let isStanding = false;

  const isThere = (sheet: Sheet): boolean => sheets.get(sheet.plan.id) === sheet;

  const put = ({ plan, picture }: Sheet): void => {
    if (picture === null || !isStanding) return;
    const id = layerId(plan.id);
    const coordinates = coordinatesOf(plan.corners);
    const source = map.getSource<ImageSource>(id);
    if (source !== undefined) return void source.updateImage({ image: picture });
    map.addSource(id, { type: "image", coordinates });
    map.getSource<ImageSource>(id)?.updateImage({ image: picture, coordinates });
    const paint = { "raster-fade-duration": 0, "raster-opacity": plan.opacity ?? 1 };
    map.addLayer({ id, type: "raster", source: id, paint });
    order();
  };
  // Images load in any order; plans are stacked in the given order.
  const order = (): void => {
    for (const id of sheets.keys()) if (map.getLayer(layerId(id)) !== undefined) map.moveLayer(layerId(id));
  };
  const draw = async (sheet: Sheet): Promise<void> => {
    const { original, plan } = sheet;
    if (original === null) return;
    const [northWest, northEast] = plan.corners;
    const appearsPx = distanceM(northWest, northEast) * pxPerM(map.getZoom(), northWest.lat) * window.devicePixelRatio;
    let width = Math.min(original.width, widestPx);
    while (width / 2 >= appearsPx && width > 256) width = Math.ceil(width / 2);
    const wanted = `${scheme}/${width}`;
    if (sheet.wanted === wanted) return;
    sheet.wanted = wanted;
    const picture = await pictures.make({ original, width, isDark: scheme === "dark" });
    if (!isThere(sheet) || sheet.wanted !== wanted) return;
    sheet.picture = picture;
    put(sheet);
  };
  const fetchSheet = async (sheet: Sheet): Promise<void> => {
    try {
      sheet.original = await load(sheet.plan.url);
      if (isThere(sheet)) await draw(sheet);
    } catch {
      if (isThere(sheet)) failed();
    }
  };
  const takeOff = (id: string): void => {
    if (!isStanding) return;
    if (map.getLayer(layerId(id)) !== undefined) map.removeLayer(layerId(id));
    if (map.getSource(layerId(id)) !== undefined) map.removeSource(layerId(id));
  };
  const change = (sheet: Sheet, plan: PlanImage): void => {
    const before = sheet.plan;
    sheet.plan = plan;
    const id = layerId(plan.id);
    if (!isStanding || map.getLayer(id) === undefined) return;
    if (plan.corners !== before.corners) map.getSource<ImageSource>(id)?.setCoordinates(coordinatesOf(plan.corners));
    if (plan.opacity !== before.opacity) map.setPaintProperty(id, "raster-opacity", plan.opacity ?? 1);
  };

  const layer: MapLayer = {
    add(_, next) {
      isStanding = true;
      scheme = next;
      for (const sheet of sheets.values()) {
        takeOff(sheet.plan.id);
        put(sheet);
        void draw(sheet);
      }
    },
    repaint(_, next) {
      scheme = next;
      for (const sheet of sheets.values()) void draw(sheet);
    },
  };
  return {
    layer,
    /** Shows exactly these plans. */
    show(plans: readonly PlanImage[]): void {
      const wanted = new Set(plans.map(({ id }) => id));
      for (const [id, { plan }] of sheets) {
        const isOther = !wanted.has(id) || plans.some((each) => each.id === id && each.url !== plan.url);
        if (!isOther) continue;
        takeOff(id);
        sheets.delete(id);
      }
      for (const plan of plans) {
        const sheet = sheets.get(plan.id);
        if (sheet !== undefined) change(sheet, plan);
        else {
          const fresh: Sheet = { plan, original: null, wanted: "", picture: null };
          sheets.set(plan.id, fresh);
          void fetchSheet(fresh);
        }
      }
    },
    /** After a zoom: plans that now appear much larger or smaller get another picture. */
    refine(): void {
      for (const sheet of sheets.values()) void draw(sheet);
    },
    stop(): void {
      sheets.clear();
      pictures.stop();
    },
  };
}
