import type { FloorPlan } from "@pulse/contract/sites";
import type { LatLon } from "@pulse/geo/latLon";
import { Map as MapLibreMap, setWorkerUrl } from "maplibre-gl";
// Under a bundler the worker's default address is not found, and nothing would ever be drawn.
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";
import type { LiveStore } from "../../live/liveStore.ts";
import { spriteImages } from "../sprites/spriteImages.ts";
import { floorPlans } from "./floorPlans.ts";
import { markerLayer } from "./gpu/markerLayer.ts";
import { spriteAtlas } from "./gpu/spriteAtlas.ts";
import { bareStyle, dotLayer, type MapLayer, markersId } from "./mapLayers.ts";
import { markerTable } from "./markerTable.ts";
import { picture } from "./picture.ts";
import { pxPerUnitAt, toLatLon, toPlane, type View } from "./plane.ts";
import { dotGrid, type Padding } from "./planGeometry.ts";
import { watchPointer } from "./pointer.ts";
import { markerScale, pxPerM } from "./scale.ts";
import { createScene } from "./scene.ts";
import type { SceneView } from "./sceneView.ts";
import { leastZoom, mostZoom, siteCamera } from "./siteCamera.ts";
import type { SiteMapState } from "./siteMapState.ts";
import type { Target } from "./targets.ts";

setWorkerUrl(workerUrl);

const atlasSidePx = 4096;

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

/**
 * The live map of a site. It draws by itself whenever something changes; React only hands it the state. Throws where the
 * browser has no WebGL.
 */
export function createSiteMap({ container, live, events, ...parts }: SiteMapParts) {
  let state = parts.state;
  let fanned: ReadonlySet<string> = new Set();
  let hovered: string | null = null;
  let marked: string | null = null;
  let isReady = false;
  const clockMs = (): number => performance.now();
  const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)");

  const map = new MapLibreMap({
    container,
    style: bareStyle(state.scheme),
    attributionControl: false,
    fadeDuration: 0,
    center: parts.centre,
    zoom: 18,
    minZoom: leastZoom,
    maxPitch: 0,
    maxZoom: mostZoom,
    dragRotate: true,
    pitchWithRotate: false,
    // A plan lies a few degrees off north as a rule: the map must not turn north-up by itself.
    bearingSnap: 0,
    renderWorldCopies: false,
    clickTolerance: 5,
    locale: parts.locale,
  });
  map.touchZoomRotate.enable();
  // Read once: asking the page for it in each frame would have it laid out anew.
  let size = { width: container.clientWidth, height: container.clientHeight };

  const ratio = Math.ceil(window.devicePixelRatio);
  const atlas = spriteAtlas(atlasSidePx);
  const table = markerTable(clockMs, () => reducedMotion.matches);
  const scene = createScene(atlas, clockMs);
  let sprites = spriteImages(atlas, state.scheme, ratio);
  const dots = dotLayer();
  const plans = floorPlans(map, parts.loadImage, events.planFailed);

  const view = (): View => {
    const centre = map.getCenter();
    const at = map.project(centre);
    const { width, height } = size;
    return {
      middle: toPlane({ lat: centre.lat, lon: centre.lng }),
      pxPerUnit: pxPerUnitAt(map.getZoom()),
      bearingDeg: map.getBearing(),
      widthPx: width,
      heightPx: height,
      centreX: at.x,
      centreY: at.y,
    };
  };
  const sceneView = (): SceneView => ({
    view: view(),
    scale: markerScale(pxPerM(map.getZoom(), map.getCenter().lat)),
    state,
    sprites,
    table,
    fanned,
    hovered,
    marked,
    nowMs: Date.now(),
    clockMs: clockMs(),
    distanceText: parts.distanceText,
  });
  const told = new Set<string>();
  const shown = picture({
    scene,
    table,
    view,
    sceneView,
    generation: atlas.generation,
    clockMs,
    repaint: () => map.triggerRepaint(),
    follow,
    failed(error) {
      // A fault of every picture is told once.
      if (told.has(String(error))) return;
      told.add(String(error));
      reportError(error);
    },
  });

  const markers: MapLayer = {
    add: () =>
      map.addLayer(
        markerLayer({ id: markersId, map, batches: scene.batches, atlas, ratio, frame: scene.frame, view, clockMs }),
      ),
    repaint(_, scheme) {
      atlas.reset();
      sprites = spriteImages(atlas, scheme, ratio);
    },
  };
  /** From below to above. Plans find their own place below the markers. */
  const layers: readonly MapLayer[] = [dots, markers, plans.layer];

  function follow(): void {
    const at = state.isFollowing && state.selected !== null ? table.placeOf(state.selected) : null;
    if (at !== null && !map.isMoving()) map.setCenter(toLatLon(at));
  }
  const stopListening = live.subscribe((changed, removed) => shown.take(changed, removed));
  table.take([...live.all().values()]);
  // Ages fade and turn stale without any message.
  const ageTimer = setInterval(shown.makeNow, 5000);
  // Names drawn before their font had come are drawn again.
  const fontsCame = (): void => {
    atlas.reset();
    shown.makeNow();
  };
  document.fonts.addEventListener("loadingdone", fontsCame);

  const tellView = (): void => {
    events.viewed({ bearing: map.getBearing(), pxPerM: pxPerM(map.getZoom(), map.getCenter().lat) });
  };

  const camera = siteCamera(map, { view, padding: parts.padding, plans: () => state.plans, shownPlans });

  // The first time, and again after the graphics context was lost.
  map.on("style.load", () => {
    for (const layer of layers) layer.add(map, state.scheme);
    if (!isReady) {
      isReady = true;
      dots.show(map, dotGrid(state.plans));
      plans.show(shownPlans());
      camera.fit(false);
      // What the address opens, asked for before there was a map.
      if (state.selected !== null) show(state.selected);
      tellView();
    }
    shown.turnOn();
  });
  map.on("webglcontextlost", shown.turnOff);
  map.on("move", () => {
    tellView();
    shown.moved(false);
  });
  map.on("moveend", () => shown.moved(true));
  map.on("resize", () => {
    size = { width: container.clientWidth, height: container.clientHeight };
    if (isReady) camera.resized();
    shown.makeNow();
  });
  map.on("zoomstart", () => {
    if (fanned.size === 0) return;
    fanned = new Set();
    shown.makeNow();
  });
  map.on("zoomend", () => plans.refine());
  map.on("dragstart", () => {
    if (state.isFollowing) events.followEnded();
  });
  watchPointer(map, {
    targets: scene.targets,
    view,
    hovered(target) {
      const guid = target?.guids.length === 1 ? target.guids[0]! : null;
      if (guid === hovered) return;
      hovered = guid;
      shown.hoveredAnew();
    },
    clicked(target) {
      if (target === null) {
        if (fanned.size === 0) events.selected(null);
        fanned = new Set();
      } else if (target.guids.length === 1) events.selected(target.guids[0]!);
      else openCluster(target);
      shown.makeNow();
    },
  });

  /** Brings an asset or gateway into view, close enough to see what is around it; what is in view already stays. */
  function show(guid: string): void {
    const gateway = state.gateways.find((each) => each.guid === guid);
    const place = gateway === undefined ? table.placeOf(guid) : toPlane(gateway);
    if (place !== null) camera.show(place);
  }

  // A cluster that zooming can split is zoomed into; one whose members lie at the same spot fans out.
  function openCluster({ guids }: Target): void {
    const places = guids.map((guid) => table.placeOf(guid)).filter((place) => place !== null);
    if (!camera.part(places)) fanned = new Set(guids);
  }

  function shownPlans(): FloorPlan[] {
    return state.plans.filter(({ id }) => state.shownFloorIds.includes(id));
  }

  return {
    update(next: SiteMapState): void {
      const before = state;
      state = next;
      if (!isReady) return;
      if (next.scheme !== before.scheme) for (const layer of layers) layer.repaint(map, next.scheme);
      if (next.plans !== before.plans) {
        plans.clear();
        dots.show(map, dotGrid(next.plans));
        plans.show(shownPlans());
        camera.fit(false);
        if (next.selected !== null) show(next.selected);
      } else if (next.shownFloorIds !== before.shownFloorIds) plans.show(shownPlans());
      if (next.selected !== before.selected) fanned = new Set();
      // What a person did shows at once.
      shown.makeNow();
    },
    show,
    /** Marks an asset on the map for as long as its row is pointed at. */
    mark(guid: string | null): void {
      marked = guid;
      shown.makeNow();
    },
    zoomBy: camera.zoomBy,
    fit: (): void => camera.fit(true),
    turn: camera.turn,
    remove(): void {
      isReady = false;
      clearInterval(ageTimer);
      document.fonts.removeEventListener("loadingdone", fontsCame);
      shown.turnOff();
      stopListening();
      plans.stop();
      map.remove();
    },
  };
}
