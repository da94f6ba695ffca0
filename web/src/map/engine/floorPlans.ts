import type { FloorPlan } from "@pulse/contract/sites";
import type { ImageSource, Map as MapLibreMap } from "maplibre-gl";
import type { Scheme } from "../../theme/tokens.ts";
import { abovePlans } from "./mapLayers.ts";
import { retoneDark } from "./retone.ts";
import { pxPerM } from "./scale.ts";

interface Sheet {
  plan: FloorPlan;
  /** The image as it came, or null while it is on its way. */
  original: ImageBitmap | null;
  /** What the map shows now, to know when it must change: scheme and width. */
  shown: string;
}

/**
 * The plan images, each an image source at its four corners. The picture handed to the map is as wide as it appears,
 * within a factor of two: a texture without mip levels would lose thin walls when it shrinks. `load` fetches one image.
 */
export function floorPlans(map: MapLibreMap, load: (url: string) => Promise<Blob>, failed: (plan: FloorPlan) => void) {
  const sheets = new Map<string, Sheet>();
  let visible: ReadonlySet<string> = new Set();
  let scheme: Scheme = "light";

  const layerId = (id: string): string => `plan-${id}`;

  const draw = (sheet: Sheet): void => {
    const { plan, original } = sheet;
    if (original === null || !visible.has(plan.id)) return;
    // An image may come before the map has its layers; they ask for the plans again once they stand.
    if (map.getLayer(abovePlans) === undefined) return;
    const width = widthFor(original.width, planWidthM(plan) * pxPerM(map.getZoom(), plan.corners[0].lat));
    const key = `${scheme}/${width}`;
    if (sheet.shown === key) return;
    sheet.shown = key;
    const image = pictureOf(original, width, scheme);
    const source = map.getSource<ImageSource>(layerId(plan.id));
    const coordinates = plan.corners.map(({ lat, lon }) => [lon, lat]) as [
      [number, number],
      [number, number],
      [number, number],
      [number, number],
    ];
    if (source !== undefined) return void source.updateImage({ image });
    map.addSource(layerId(plan.id), { type: "image", coordinates });
    map.getSource<ImageSource>(layerId(plan.id))?.updateImage({ image, coordinates });
    map.addLayer(
      { id: layerId(plan.id), type: "raster", source: layerId(plan.id), paint: { "raster-fade-duration": 0 } },
      abovePlans,
    );
  };

  const fetchSheet = async (sheet: Sheet): Promise<void> => {
    if (sheet.plan.imageUrl === null) return;
    try {
      sheet.original = await createImageBitmap(await load(sheet.plan.imageUrl));
      // The map may be gone, or show another site, by now.
      if (sheets.get(sheet.plan.id) === sheet) draw(sheet);
    } catch {
      sheets.delete(sheet.plan.id);
      failed(sheet.plan);
    }
  };

  return {
    /** Shows exactly these plans. */
    show(plans: readonly FloorPlan[]): void {
      visible = new Set(plans.map(({ id }) => id));
      for (const plan of plans) {
        const sheet = sheets.get(plan.id);
        if (sheet !== undefined) draw(sheet);
        else {
          const fresh: Sheet = { plan, original: null, shown: "" };
          sheets.set(plan.id, fresh);
          void fetchSheet(fresh);
        }
      }
      for (const id of sheets.keys())
        if (map.getLayer(layerId(id)) !== undefined)
          map.setLayoutProperty(layerId(id), "visibility", visible.has(id) ? "visible" : "none");
    },
    setScheme(next: Scheme): void {
      scheme = next;
      for (const sheet of sheets.values()) draw(sheet);
    },
    /** After a zoom: plans that now appear much larger or smaller get another picture. */
    refine(): void {
      for (const sheet of sheets.values()) draw(sheet);
    },
    clear(): void {
      for (const id of sheets.keys()) {
        if (map.getLayer(layerId(id)) !== undefined) map.removeLayer(layerId(id));
        if (map.getSource(layerId(id)) !== undefined) map.removeSource(layerId(id));
      }
      sheets.clear();
    },
  };
}

function planWidthM({ corners: [nw, ne] }: FloorPlan): number {
  const metresPerDeg = 111_320;
  return Math.hypot((ne.lon - nw.lon) * Math.cos((nw.lat * Math.PI) / 180), ne.lat - nw.lat) * metresPerDeg;
}

/** The original's width halved as often as it stays at least as wide as it appears on this screen. */
function widthFor(originalWidth: number, appearsPx: number): number {
  let width = originalWidth;
  while (width / 2 >= appearsPx * window.devicePixelRatio && width > 256) width = Math.ceil(width / 2);
  return width;
}

function pictureOf(original: ImageBitmap, width: number, scheme: Scheme): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = Math.max(1, Math.round((original.height * width) / original.width));
  const context = canvas.getContext("2d", { willReadFrequently: scheme === "dark" })!;
  context.imageSmoothingQuality = "high";
  context.drawImage(original, 0, 0, canvas.width, canvas.height);
  if (scheme === "dark") {
    const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
    retoneDark(pixels.data);
    context.putImageData(pixels, 0, 0);
  }
  return canvas;
}
