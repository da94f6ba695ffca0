import type { FloorPlan } from "@pulse/contract/sites";
import type { LatLon } from "@pulse/geo/latLon";
import { Map as MapLibreMap, setWorkerUrl } from "maplibre-gl";
// Under a bundler the worker's default address is not found, and nothing would ever be drawn.
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";
import type { LiveStore } from "../../live/liveStore.ts";
import { floorPlans } from "./floorPlans.ts";
import { drawFrame } from "./frame.ts";
import { addLayers, bareStyle, repaint, shapeWriter } from "./mapLayers.ts";
import { markerMotion } from "./markerMotion.ts";
import type { Target } from "./markerFeatures.ts";
import { dotGrid, fitPlans, type Padding } from "./planGeometry.ts";
import { watchPointer } from "./pointer.ts";
import { pace } from "./pace.ts";
import { pxPerM, zoomOfPxPerM } from "./scale.ts";
import type { SiteMapState } from "./siteMapState.ts";
import { spriteImages } from "../sprites/spriteImages.ts";

setWorkerUrl(workerUrl);

const flyMs = 900;
const longestRestMs = 1000;
/** From this scale on a thing and its neighbours can be told apart. */
const closePxPerM = 12;

export interface SiteMapEvents {
  selected(guid: string | null): void;
  /** The camera: which way is up, and how large a metre appears. */
  viewed(view: { bearing: number; pxPerM: number }): void;
  planFailed(plan: FloorPlan): void;
  followEnded(): void;
}

export interface SiteMapParts {
  container: HTMLElement;
  live: LiveStore;
  state: SiteMapState;
  events: SiteMapEvents;
  loadImage(url: string): Promise<Blob>;
  distanceText(metres: number): string;
  padding(): Padding;
  /** Where the site is, for as long as it has no plans. */
  centre: LatLon;
  locale: Record<string, string>;
}

export type SiteMap = ReturnType<typeof createSiteMap>;

/** The live map of a site. It draws by itself whenever something changes; React only hands it the state. */
export function createSiteMap({ container, live, events, ...parts }: SiteMapParts) {
  let state = parts.state;
  let targets: readonly Target[] = [];
  let fanned: ReadonlySet<string> = new Set();
  let hovered: string | null = null;
  let isReady = false;
  let frame = 0;
  let isResting = false;
  const tempo = pace();
  let isDrawing = false;
  let isDirty = false;
  const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)");
  const motion = markerMotion(
    () => performance.now(),
    () => reducedMotion.matches,
  );

  const map = new MapLibreMap({
    container,
    style: bareStyle(state.scheme),
    attributionControl: false,
    fadeDuration: 0,
    center: parts.centre,
    zoom: 18,
    minZoom: 14,
    maxPitch: 0,
    maxZoom: 24,
    dragRotate: true,
    pitchWithRotate: false,
    renderWorldCopies: false,
    clickTolerance: 5,
    locale: parts.locale,
  });
  map.touchZoomRotate.enable();
  const plans = floorPlans(map, parts.loadImage, events.planFailed);
  const write = shapeWriter(map);
  let sprites = spriteImages(map, state.scheme, Math.ceil(window.devicePixelRatio));

  const draw = async (): Promise<void> => {
    frame = 0;
    if (!isReady) return;
    // The last picture is still on its way to the worker: one more after it is enough.
    if (isDrawing) {
      isDirty = true;
      return;
    }
    isDrawing = true;
    isDirty = false;
    targets = await drawFrame(map, {
      write,
      live,
      motion,
      sprites,
      state,
      fanned,
      hovered,
      nowMs: Date.now(),
      distanceText: parts.distanceText,
    });
    isDrawing = false;
    if (!isReady) return;
    follow();
    measure();
    if (isDirty || motion.isGliding()) rest(tempo.restMs());
  };
  const schedule = (): void => {
    if (frame === 0 && !isResting) frame = requestAnimationFrame(() => void draw());
  };
  // On a slow machine: until the map has come to rest, and a while more.
  const rest = (ms: number): void => {
    if (ms === 0) return schedule();
    if (isResting) return;
    isResting = true;
    const wake = (): void => {
      map.off("idle", wakeSoon);
      isResting = false;
      schedule();
    };
    let alarm = window.setTimeout(wake, longestRestMs);
    const wakeSoon = (): void => {
      clearTimeout(alarm);
      alarm = window.setTimeout(wake, ms);
    };
    map.once("idle", wakeSoon);
  };
  const measure = (): void => {
    const sinceMs = performance.now();
    requestAnimationFrame(() => requestAnimationFrame(() => tempo.tookTwoFrames(performance.now() - sinceMs)));
  };

  const follow = (): void => {
    const at = state.isFollowing && state.selected !== null ? motion.placeOf(state.selected) : null;
    if (at !== null && !map.isMoving()) map.setCenter(at);
  };
  const stopListening = live.subscribe((changed, isReload) => {
    motion.take(changed, isReload);
    schedule();
  });
  motion.take([...live.all().values()], true);
  // Ages fade and turn stale without any message.
  const ageTimer = setInterval(schedule, 5000);

  const tellView = (): void => {
    const { lat } = map.getCenter();
    events.viewed({ bearing: map.getBearing(), pxPerM: pxPerM(map.getZoom(), lat) });
  };

  const fit = (isAnimated: boolean, bearing?: number): void => {
    const shown = state.plans.filter(({ id }) => state.shownFloorIds.includes(id));
    const padding = parts.padding();
    const target = fitPlans(shown, container.clientWidth, container.clientHeight, padding);
    if (target === null) return;
    map.easeTo({
      center: target.centre,
      zoom: target.zoom,
      bearing: bearing ?? target.bearing,
      padding,
      duration: isAnimated ? flyMs : 0,
    });
  };

  map.on("load", () => {
    addLayers(map, state.scheme);
    // It may have changed while the style was loading.
    repaint(map, state.scheme);
    isReady = true;
    void write("dots", dotsKey(), () => dotGrid(state.plans));
    plans.setScheme(state.scheme);
    plans.show(shownPlans());
    fit(false);
    tellView();
    schedule();
  });
  map.on("move", () => {
    tellView();
    schedule();
  });
  map.on("zoomstart", () => {
    fanned = new Set();
  });
  map.on("zoomend", () => plans.refine());
  map.on("dragstart", () => {
    if (state.isFollowing) events.followEnded();
  });
  watchPointer(map, {
    targets: () => targets,
    hovered(target) {
      const guid = target?.guids.length === 1 ? target.guids[0]! : null;
      if (guid === hovered) return;
      hovered = guid;
      schedule();
    },
    clicked(target) {
      if (target === null) {
        if (fanned.size === 0) events.selected(null);
        fanned = new Set();
      } else if (target.guids.length === 1) events.selected(target.guids[0]!);
      else openCluster(target);
      schedule();
    },
  });

  // A cluster that zooming can split is zoomed into; one whose members lie at the same spot fans out.
  function openCluster(target: Target): void {
    const places = target.guids.map((guid) => motion.placeOf(guid)).filter((place) => place !== null);
    const points = places.map((place) => map.project(place));
    const spread = Math.max(...points.flatMap((a) => points.map((b) => Math.hypot(a.x - b.x, a.y - b.y))));
    const zoomIn = Math.log2(60 / Math.max(spread, 0.01));
    if (map.getZoom() + zoomIn > map.getMaxZoom() - 0.5 || zoomIn > 4) fanned = new Set(target.guids);
    else
      map.easeTo({
        center: map.unproject([target.x, target.y]),
        zoom: map.getZoom() + Math.max(1, zoomIn),
        duration: flyMs,
      });
  }

  function dotsKey(): string {
    return state.plans.map(({ id }) => id).join();
  }

  function shownPlans(): FloorPlan[] {
    return state.plans.filter(({ id }) => state.shownFloorIds.includes(id));
  }

  return {
    update(next: SiteMapState): void {
      const before = state;
      state = next;
      if (next.scheme !== before.scheme) {
        sprites = spriteImages(map, next.scheme, Math.ceil(window.devicePixelRatio));
        if (isReady) repaint(map, next.scheme);
        plans.setScheme(next.scheme);
      }
      if (!isReady) return;
      if (next.plans !== before.plans) {
        plans.clear();
        void write("dots", dotsKey(), () => dotGrid(next.plans));
        plans.show(shownPlans());
        fit(false);
      } else if (next.shownFloorIds !== before.shownFloorIds) plans.show(shownPlans());
      if (next.selected !== before.selected) fanned = new Set();
      // What a person did shows at once.
      isResting = false;
      schedule();
    },
    /** Brings an asset into view, close enough to see what is around it; what is in view already stays. */
    show(guid: string): void {
      const at = motion.placeOf(guid);
      if (at === null) return;
      const padding = parts.padding();
      const { x, y } = map.project(at);
      const isInView =
        x > padding.left &&
        y > padding.top &&
        x < container.clientWidth - padding.right &&
        y < container.clientHeight - padding.bottom;
      const nearest = zoomOfPxPerM(closePxPerM, at.lat);
      if (isInView && map.getZoom() > nearest - 1) return;
      map.easeTo({ center: at, zoom: Math.max(map.getZoom(), nearest), padding, duration: flyMs });
    },
    zoomBy: (steps: number): void => void map.zoomTo(map.getZoom() + steps, { duration: 180 }),
    fit: (): void => fit(true),
    /** Turns the plan up, or north up when it already is. */
    turn(): void {
      const planUp = state.plans[0]?.rotationDeg ?? 0;
      const isPlanUp = Math.abs(((map.getBearing() - planUp + 540) % 360) - 180) < 1;
      map.easeTo({ bearing: isPlanUp ? 0 : planUp, duration: flyMs });
    },
    remove(): void {
      isReady = false;
      clearInterval(ageTimer);
      cancelAnimationFrame(frame);
      stopListening();
      // A plan that arrives from now on has no map to lie on.
      plans.clear();
      map.remove();
    },
  };
}
