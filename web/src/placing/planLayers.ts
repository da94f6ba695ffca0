import { distanceM } from "@pulse/geo/latLon";
import type { ImageSource, Map as MapLibreMap } from "maplibre-gl";
import type { MapLayer } from "../basemap/MapLayer.ts";
import { planPictures } from "../basemap/planPictures.ts";
import { coordinatesOf, planLayerId, putPlan, takeOffPlan } from "../basemap/planSource.ts";
import { pxPerM } from "../basemap/scale.ts";
import { firstWidth, pictureWidth, planAddress, widthToRequest } from "../basemap/planWidths.ts";
import type { Scheme } from "../theme/tokens.ts";
import type { PlanImage } from "./onPlanMap.ts";

interface PlanTexture {
  plan: PlanImage;
  /** The widest image received; null while the first is loading. */
  original: ImageBitmap | null;
  /** The widest that was requested, px; Infinity: the image itself. */
  requestedWidth: number;
  /** The picture that is wanted: scheme, image and width. */
  variant: string;
  picture: ImageBitmap | null;
}

/** Graphics cards need not support more pixels across than this. */
const widestPx = 4096;

/**
 * Plan images that may move and fade while somebody places them. Each image is loaded once, however its place changes, and
 * again in a larger width once somebody zooms in.
 */
export function planLayers(map: MapLibreMap, load: (url: string) => Promise<ImageBitmap>, failed: () => void) {
  const textures = new Map<string, PlanTexture>();
  const pictures = planPictures();
  let scheme: Scheme = "light";
  let isStanding = false;

  const isThere = (texture: PlanTexture): boolean => textures.get(texture.plan.id) === texture;

  const put = ({ plan, picture }: PlanTexture): void => {
    if (picture !== null && isStanding && putPlan(map, plan, picture)) order();
  };
  // Images load in any order; plans are stacked in the given order.
  const order = (): void => {
    for (const id of textures.keys()) if (map.getLayer(planLayerId(id)) !== undefined) map.moveLayer(planLayerId(id));
  };
  const draw = async (texture: PlanTexture): Promise<void> => {
    const { original, plan } = texture;
    if (original === null) return;
    const width = pictureWidth(Math.min(original.width, widestPx), appearsPx(plan));
    const variant = `${scheme}/${original.width}/${width}`;
    if (texture.variant === variant) return;
    texture.variant = variant;
    const picture = await pictures.make({ original, width, isDark: scheme === "dark" && !plan.isPhoto });
    if (!isThere(texture) || texture.variant !== variant) return;
    texture.picture = picture;
    put(texture);
  };
  /** How many device pixels a plan takes from left to right. */
  const appearsPx = ({ corners: [northWest, northEast] }: PlanImage): number =>
    distanceM(northWest, northEast) * pxPerM(map.getZoom(), northWest.lat) * window.devicePixelRatio;
  const request = async (texture: PlanTexture, width: number): Promise<void> => {
    if (width <= texture.requestedWidth) return;
    const before = texture.requestedWidth;
    texture.requestedWidth = width;
    try {
      const image = await load(planAddress(texture.plan.url, width));
      // A wider one may have come first.
      if (texture.requestedWidth !== width && texture.original !== null) return;
      texture.original = image;
      if (isThere(texture)) await draw(texture);
    } catch {
      if (!isThere(texture)) return;
      // Without a wider one the plan stays as it is, and the next zoom asks again.
      if (texture.original === null) failed();
      else texture.requestedWidth = before;
    }
  };
  const requestFirst = (texture: PlanTexture): void => {
    const { imageWidth } = texture.plan;
    const mapPx = map.getContainer().clientWidth * window.devicePixelRatio;
    void request(texture, imageWidth === undefined ? Infinity : firstWidth(mapPx, imageWidth));
  };
  const widen = (texture: PlanTexture): void => {
    const { imageWidth } = texture.plan;
    if (imageWidth !== undefined && texture.original !== null)
      void request(texture, widthToRequest(appearsPx(texture.plan), imageWidth));
  };
  const takeOff = (id: string): void => {
    if (isStanding) takeOffPlan(map, id);
  };
  const change = (texture: PlanTexture, plan: PlanImage): void => {
    const before = texture.plan;
    texture.plan = plan;
    const id = planLayerId(plan.id);
    if (!isStanding || map.getLayer(id) === undefined) return;
    if (plan.corners !== before.corners) map.getSource<ImageSource>(id)?.setCoordinates(coordinatesOf(plan.corners));
    if (plan.opacity !== before.opacity) map.setPaintProperty(id, "raster-opacity", plan.opacity ?? 1);
  };

  const layer: MapLayer = {
    add(_, next) {
      isStanding = true;
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
    show(plans: readonly PlanImage[]): void {
      const planIds = new Set(plans.map(({ id }) => id));
      for (const [id, { plan }] of textures) {
        const isOther = !planIds.has(id) || plans.some((each) => each.id === id && each.url !== plan.url);
        if (!isOther) continue;
        takeOff(id);
        textures.delete(id);
      }
      for (const plan of plans) {
        const texture = textures.get(plan.id);
        if (texture !== undefined) change(texture, plan);
        else {
          const fresh: PlanTexture = { plan, original: null, requestedWidth: 0, variant: "", picture: null };
          textures.set(plan.id, fresh);
          requestFirst(fresh);
        }
      }
    },
    /** After a zoom: plans that now appear much larger or smaller get another picture, from a wider image if they need one. */
    refine(): void {
      for (const texture of textures.values()) {
        void draw(texture);
        widen(texture);
      }
    },
    stop(): void {
      textures.clear();
      pictures.stop();
    },
  };
}
