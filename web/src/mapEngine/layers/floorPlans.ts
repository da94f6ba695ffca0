import type { FloorPlan } from "@pulse/contract/sites";
import type { ImageSource, Map as MapLibreMap } from "maplibre-gl";
import type { Scheme } from "../../theme/tokens.ts";
import type { MapLayer } from "../../basemap/MapLayer.ts";
import { overlaySlotId } from "./overlays.ts";
import { planPictures } from "../../basemap/planPictures.ts";
import { isSameTexture } from "./planChange.ts";
import { pxPerM } from "../../basemap/scale.ts";

interface PlanTexture {
  plan: FloorPlan;
  /** The image as received, or null while it is loading. */
  original: ImageBitmap | null;
  /** The picture that is wanted: scheme and width. */
  wanted: string;
  /** The picture that the map has; null while it is being made. */
  picture: ImageBitmap | null;
}

type Corners = [[number, number], [number, number], [number, number], [number, number]];

const layerId = (id: string): string => `plan-${id}`;

/**
 * The plan images, each an image source at its four corners. The picture given to the map is as wide as it appears, within
 * a factor of two: a texture without mip levels would lose thin walls when it shrinks. `load` fetches each image once;
 * pictures for another scheme or width are made from that.
 */
export function floorPlans(map: MapLibreMap, load: (url: string) => Promise<Blob>, failed: (plan: FloorPlan) => void) {
  const textures = new Map<string, PlanTexture>();
  const pictures = planPictures();
  let visible: ReadonlySet<string> = new Set();
  let scheme: Scheme = "light";

  const isCurrent = (texture: PlanTexture): boolean => textures.get(texture.plan.id) === texture;

  const put = ({ plan, picture }: PlanTexture): void => {
    // A picture may be ready before the map has its layers; they ask for the plans again when they are added.
    if (picture === null || map.getLayer(overlaySlotId) === undefined) return;
    const id = layerId(plan.id);
    const source = map.getSource<ImageSource>(id);
    if (source !== undefined) return void source.updateImage({ image: picture });
    const coordinates = plan.corners.map(({ lat, lon }) => [lon, lat]) as Corners;
    map.addSource(id, { type: "image", coordinates });
    map.getSource<ImageSource>(id)?.updateImage({ image: picture, coordinates });
    map.addLayer({ id, type: "raster", source: id, paint: { "raster-fade-duration": 0 } }, overlaySlotId);
    showOrHide(plan.id);
  };

  const showOrHide = (id: string): void => {
    if (map.getLayer(layerId(id)) !== undefined)
      map.setLayoutProperty(layerId(id), "visibility", visible.has(id) ? "visible" : "none");
  };

  const draw = async (texture: PlanTexture): Promise<void> => {
    const { plan, original } = texture;
    if (original === null || !visible.has(plan.id)) return;
    const width = widthFor(original.width, planWidthM(plan) * pxPerM(map.getZoom(), plan.corners[0].lat));
    const wanted = `${scheme}/${width}`;
    if (texture.wanted === wanted) return;
    texture.wanted = wanted;
    const picture = await pictures.make({ original, width, isDark: scheme === "dark" });
    // The map may be gone, show another site, or want another picture by now.
    if (!isCurrent(texture) || texture.wanted !== wanted) return;
    texture.picture = picture;
    put(texture);
  };

  const fetchTexture = async (texture: PlanTexture): Promise<void> => {
    if (texture.plan.imageUrl === null) return;
    try {
      texture.original = await createImageBitmap(await load(texture.plan.imageUrl));
      if (isCurrent(texture)) await draw(texture);
    } catch {
      if (!isCurrent(texture)) return;
      textures.delete(texture.plan.id);
      failed(texture.plan);
    }
  };

  const takeOff = (id: string): void => {
    if (map.getLayer(layerId(id)) !== undefined) map.removeLayer(layerId(id));
    if (map.getSource(layerId(id)) !== undefined) map.removeSource(layerId(id));
  };

  const layer: MapLayer = {
    add(_, next) {
      scheme = next;
      for (const texture of textures.values()) {
        takeOff(texture.plan.id);
        put(texture);
        void draw(texture);
      }
    },
    repaint(_, next) {
      scheme = next;
      for (const texture of textures.values()) void draw(texture);
    },
  };

  return {
    layer,
    /** Shows exactly these plans. */
    show(plans: readonly FloorPlan[]): void {
      visible = new Set(plans.map(({ id }) => id));
      for (const plan of plans) {
        const texture = textures.get(plan.id);
        if (texture !== undefined) void draw(texture);
        else {
          const added: PlanTexture = { plan, original: null, wanted: "", picture: null };
          textures.set(plan.id, added);
          void fetchTexture(added);
        }
      }
      for (const id of textures.keys()) showOrHide(id);
    },
    /** After a zoom: plans that now appear much larger or smaller get another picture. */
    refine(): void {
      for (const texture of textures.values()) void draw(texture);
    },
    /** Takes off what is no longer a plan of the site, or looks different now. */
    change(plans: readonly FloorPlan[]): void {
      for (const [id, texture] of textures) {
        const next = plans.find((plan) => isSameTexture(plan, texture.plan));
        if (next !== undefined) texture.plan = next;
        else {
          takeOff(id);
          textures.delete(id);
        }
      }
    },
    /** The map is gone: pictures that are still loading are dropped. */
    stop(): void {
      textures.clear();
      pictures.stop();
    },
  };
}

function planWidthM({ corners: [nw, ne] }: FloorPlan): number {
  const metresPerDeg = 111_320;
  return Math.hypot((ne.lon - nw.lon) * Math.cos((nw.lat * Math.PI) / 180), ne.lat - nw.lat) * metresPerDeg;
}

/** The original's width, halved as long as it stays at least as wide as it appears on this screen. */
function widthFor(originalWidth: number, appearsPx: number): number {
  let width = originalWidth;
  while (width / 2 >= appearsPx * window.devicePixelRatio && width > 256) width = Math.ceil(width / 2);
  return width;
}
