import type { FloorPlan } from "@pulse/contract/sites";
import type { Map as MapLibreMap } from "maplibre-gl";
import type { Scheme } from "../../theme/tokens.ts";
import type { MapLayer } from "../../basemap/MapLayer.ts";
import { overlaySlotId } from "./overlays.ts";
import { planPictures } from "../../basemap/planPictures.ts";
import { planLayerId, putPlan, takeOffPlan } from "../../basemap/planSource.ts";
import { isSameTexture } from "./planChange.ts";
import { firstWidth, pictureWidth, planAddress, widthToRequest } from "../../basemap/planWidths.ts";
import { pxPerM } from "../../basemap/scale.ts";

/** An image on the ground: a floor's plan, or the picture under all plans. */
export interface GroundImage extends Pick<FloorPlan, "id" | "imageUrl" | "imageWidth" | "corners"> {
  /** 1 unless given. */
  opacity?: number;
}

interface PlanTexture<P extends GroundImage> {
  plan: P;
  /** The widest image received, or null while the first is loading. */
  image: ImageBitmap | null;
  /** The widest that was requested, px; Infinity: the image itself. */
  requestedWidth: number;
  /** The picture that is wanted: scheme, image and width. */
  wanted: string;
  /** The picture that the map has; null while it is being made. */
  picture: ImageBitmap | null;
}

interface Events<P> {
  /** A plan did not load. */
  failed(plan: P): void;
  /** A plan is on the map for the first time, or it failed. */
  settled(): void;
}

interface Looks {
  /** The layer that it is drawn below. */
  below(map: MapLibreMap): string;
  /** A photograph is dimmed in the dark scheme; the colours of a drawing are changed. */
  isPhoto: boolean;
}

/** What the id of a picture under all floors begins with. */
export const underlayPrefix = "underlay-";
const isPlan = (layerId: string): boolean =>
  layerId.startsWith(planLayerId("")) && !layerId.startsWith(planLayerId(underlayPrefix));

/** Floor plans lie under whatever a page puts over them. */
const planLooks: Looks = { below: () => overlaySlotId, isPhoto: false };
/** The picture under a site's floors lies under all plans, whichever of them came first. */
export const underlayLooks: Looks = {
  below: (map) => map.getLayersOrder().find(isPlan) ?? overlaySlotId,
  isPhoto: true,
};
/** How bright white is in a photograph at night, so that markers and names stand out. */
const darkPhotoBrightness = 0.65;

/**
 * The plan images, each an image source at its four corners. The picture given to the map is as wide as it appears, within
 * a factor of two: a texture without mip levels would lose thin walls when it shrinks. `load` fetches an image in the width
 * that the screen needs, and a wider one once somebody zooms in; pictures for another scheme or width are made from that.
 */
export function floorPlans<P extends GroundImage>(
  map: MapLibreMap,
  load: (url: string) => Promise<Blob>,
  { failed, settled }: Events<P>,
  { below, isPhoto }: Looks = planLooks,
) {
  const textures = new Map<string, PlanTexture<P>>();
  const pictures = planPictures();
  let visible: ReadonlySet<string> = new Set();
  let scheme: Scheme = "light";

  const isCurrent = (texture: PlanTexture<P>): boolean => textures.get(texture.plan.id) === texture;

  const put = ({ plan, picture }: PlanTexture<P>): void => {
    // A picture may be ready before the map has its layers; they ask for the plans again when they are added.
    if (picture === null || map.getLayer(overlaySlotId) === undefined) return;
    if (!putPlan(map, plan, picture, below(map))) return;
    dim(plan.id);
    showOrHide(plan.id);
    settled();
  };

  /** A photograph, for the night. */
  const dim = (id: string): void => {
    if (isPhoto && map.getLayer(planLayerId(id)) !== undefined)
      map.setPaintProperty(planLayerId(id), "raster-brightness-max", scheme === "dark" ? darkPhotoBrightness : 1);
  };

  const showOrHide = (id: string): void => {
    if (map.getLayer(planLayerId(id)) !== undefined)
      map.setLayoutProperty(planLayerId(id), "visibility", visible.has(id) ? "visible" : "none");
  };

  const draw = async (texture: PlanTexture<P>): Promise<void> => {
    const { plan, image } = texture;
    if (image === null || !visible.has(plan.id)) return;
    const width = pictureWidth(image.width, appearsPx(plan));
    const wanted = `${scheme}/${image.width}/${width}`;
    if (texture.wanted === wanted) return;
    texture.wanted = wanted;
    const picture = await pictures.make({ original: image, width, isDark: scheme === "dark" && !isPhoto });
    // The map may be gone, show another site, or want another picture by now.
    if (!isCurrent(texture) || texture.wanted !== wanted) return;
    texture.picture = picture;
    put(texture);
  };

  /** How many device pixels a plan takes from left to right. */
  const appearsPx = (plan: P): number =>
    planWidthM(plan) * pxPerM(map.getZoom(), plan.corners[0].lat) * window.devicePixelRatio;

  const request = async (texture: PlanTexture<P>, width: number): Promise<void> => {
    const { imageUrl } = texture.plan;
    if (imageUrl === null || width <= texture.requestedWidth) return;
    const before = texture.requestedWidth;
    texture.requestedWidth = width;
    try {
      const image = await createImageBitmap(await load(planAddress(imageUrl, width)));
      // A wider one may have come first.
      if (texture.requestedWidth !== width && texture.image !== null) return;
      texture.image = image;
      if (isCurrent(texture)) await draw(texture);
    } catch {
      if (!isCurrent(texture)) return;
      // Without a wider one the plan stays as it is, and the next zoom asks again.
      if (texture.image !== null) return void (texture.requestedWidth = before);
      textures.delete(texture.plan.id);
      failed(texture.plan);
      settled();
    }
  };

  /** After a zoom a plan may need a wider image than it has. */
  const widen = (texture: PlanTexture<P>): void => {
    if (texture.image === null || !visible.has(texture.plan.id)) return;
    void request(texture, widthToRequest(appearsPx(texture.plan), texture.plan.imageWidth));
  };

  const layer: MapLayer = {
    add(_, next) {
      scheme = next;
      for (const texture of textures.values()) {
        takeOffPlan(map, texture.plan.id);
        put(texture);
        void draw(texture);
      }
    },
    repaint(_, next) {
      scheme = next;
      for (const texture of textures.values()) {
        dim(texture.plan.id);
        void draw(texture);
      }
    },
  };

  return {
    layer,
    /** Shows exactly these plans on a map of this width, px. */
    show(plans: readonly P[], mapPx: number): void {
      visible = new Set(plans.map(({ id }) => id));
      for (const plan of plans) {
        const texture = textures.get(plan.id);
        if (texture !== undefined) {
          void draw(texture);
          widen(texture);
        } else {
          const added: PlanTexture<P> = { plan, image: null, requestedWidth: 0, wanted: "", picture: null };
          textures.set(plan.id, added);
          void request(added, firstWidth(mapPx * window.devicePixelRatio, plan.imageWidth));
        }
      }
      for (const id of textures.keys()) showOrHide(id);
    },
    /** Whether a shown plan is still on its way to the map. */
    isPending(): boolean {
      return [...textures.values()].some(
        ({ plan }) =>
          visible.has(plan.id) && plan.imageUrl !== null && map.getLayer(planLayerId(plan.id)) === undefined,
      );
    },
    /** After a zoom: plans that now appear much larger or smaller get another picture, from a wider image if they need one. */
    refine(): void {
      for (const texture of textures.values()) {
        void draw(texture);
        widen(texture);
      }
    },
    /** Takes off what is no longer a plan of the site, or looks different now. */
    change(plans: readonly P[]): void {
      for (const [id, texture] of textures) {
        const next = plans.find((plan) => isSameTexture(plan, texture.plan));
        if (next !== undefined) texture.plan = next;
        else {
          takeOffPlan(map, id);
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

function planWidthM({ corners: [nw, ne] }: GroundImage): number {
  const metresPerDeg = 111_320;
  return Math.hypot((ne.lon - nw.lon) * Math.cos((nw.lat * Math.PI) / 180), ne.lat - nw.lat) * metresPerDeg;
}
