import type { FloorPlan } from "@pulse/contract/sites";
import type { LatLon } from "@pulse/geo/latLon";
import { showAttribution } from "../basemap/attribution.ts";
import type { MapLayer } from "../basemap/MapLayer.ts";
import { newMap } from "../basemap/newMap.ts";
import { streetMap } from "../basemap/streetMap.ts";
import { worldLayer } from "../basemap/worldLayer.ts";
import { spriteImages } from "./sprites/spriteImages.ts";
import { fenceToOpen } from "./fenceAt.ts";
import { fenceLayer } from "./layers/fenceLayer.ts";
import { floorPlans } from "./layers/floorPlans.ts";
import { markerLayer } from "./gpu/markerLayer.ts";
import { spriteAtlas } from "./gpu/spriteAtlas.ts";
import { dotLayer, markersId } from "./layers/mapLayers.ts";
import { mapPicture } from "./mapPicture.ts";
import { markerTable } from "./scene/markerTable.ts";
import { overlayStack } from "./layers/overlays.ts";
import { startRedrawTriggers } from "./rendering/redrawTriggers.ts";
import { afterPlans, isWaitingForPlans } from "./rendering/afterPlans.ts";
import { reportOnce } from "./rendering/reportOnce.ts";
import { renderScheduler } from "./rendering/renderScheduler.ts";
import { type Place, toPlane, type View } from "./camera/plane.ts";
import { dotGrid } from "../basemap/planGeometry.ts";
import { watchPointer } from "./camera/pointer.ts";
import { haveSamePlacement, areDisjoint } from "./layers/planChange.ts";
import { ruler } from "./layers/ruler.ts";
import { underlayImage } from "./layers/underlayImage.ts";
import { markerScale, pxPerM } from "../basemap/scale.ts";
import { createScene } from "./scene/scene.ts";
import type { SceneView } from "./scene/sceneView.ts";
import { thingPlace } from "./scene/thingPlace.ts";
import { minZoom, maxZoom, siteCamera } from "./camera/siteCamera.ts";
import type { SiteMapParts } from "./siteMapParts.ts";
import type { SiteMapState } from "./siteMapState.ts";
import type { Target } from "./camera/targets.ts";
import { viewOf } from "./camera/viewOf.ts";
import { watchCover } from "./camera/watchCover.ts";

const atlasSidePx = 4096;

export type SiteMap = ReturnType<typeof createSiteMap>;

/**
 * The live map of a site. It draws by itself whenever something changes; React only gives it the state. Throws if the
 * browser has no WebGL.
 */
export function createSiteMap({ container, events, ...parts }: SiteMapParts) {
  let state = parts.state;
  let fanned: ReadonlySet<string> = new Set();
  let hovered: string | null = null;
  let marked: string | null = null;
  let isReady = false;
  /** Where the map starts; null once it has started there. */
  let initialCamera = parts.camera;
  const clockMs = (): number => performance.now();
  const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)");

  const map = newMap(
    {
      container,
      center: parts.centre,
      zoom: 18,
      minZoom: minZoom,
      maxZoom: maxZoom,
      dragRotate: true,
      clickTolerance: 5,
      locale: parts.locale,
    },
    state.scheme,
  );
  showAttribution(map, "bottom-left");
  // Read once: reading it in each frame would force a layout of the page.
  let size = { width: container.clientWidth, height: container.clientHeight };

  const ratio = Math.ceil(window.devicePixelRatio);
  const atlas = spriteAtlas(atlasSidePx);
  const table = markerTable(clockMs, () => reducedMotion.matches);
  const placeOf = (guid: string): Place | null => thingPlace(guid, state, table);
  const scene = createScene(atlas, clockMs);
  let sprites = spriteImages(atlas, state.scheme, ratio);
  const dots = dotLayer();
  const street = streetMap(map, events.streetMapFailed);
  const plans = floorPlans(map, parts.loadImage, {
    failed: events.planFailed,
    settled: () => opening.plansChanged(),
  });
  const under = underlayImage(map, parts.loadImage, events.underlayFailed);

  const view = (): View => viewOf(map, size);
  const sceneView = (): SceneView => ({
    view: view(),
    scale: markerScale(pxPerM(map.getZoom(), map.getCenter().lat)),
    state,
    sprites,
    table,
    fanned,
    hovered,
    marked,
    nowMs: state.positions.nowMs(),
    clockMs: clockMs(),
    distanceText: parts.distanceText,
  });
  const renderer = renderScheduler({
    scene,
    table,
    view,
    sceneView,
    generation: atlas.generation,
    clockMs,
    repaint: () => map.triggerRepaint(),
    follow,
    failed: reportOnce(),
  });

  const opening = afterPlans({
    isWaiting: () => isWaitingForPlans(state, plans.isPending()),
    turnOn: renderer.turnOn,
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
  /** From the lowest up. Plans find their own place below the markers. */
  const fences = fenceLayer();
  const overlays = overlayStack();
  const measuring = ruler(map, (metres) => events.measured(metres));
  const layers: readonly MapLayer[] = [
    worldLayer(map),
    dots,
    overlays.layer,
    fences,
    markers,
    plans.layer,
    under.layer,
    measuring.layer,
  ];

  function follow(): void {
    const at = state.isFollowing && state.selected !== null ? table.placeOf(state.selected) : null;
    if (at !== null && !map.isMoving()) camera.follow(at);
  }
  let stopListening = state.positions.subscribe(renderer.update);
  table.update([...state.positions.all().values()]);
  const stopRedraws = startRedrawTriggers(renderer.renderNow, () => atlas.reset());

  const emitView = (): void => {
    events.viewed({ bearing: map.getBearing(), pxPerM: pxPerM(map.getZoom(), map.getCenter().lat) });
  };

  const covers = watchCover(container, () => {
    if (!isReady) return;
    if (state.isFollowing) follow();
    else camera.coverChanged(state.selected === null ? null : placeOf(state.selected));
  });
  const camera = siteCamera(map, { view, cover: covers.cover, plans: () => state.plans, shownPlans });

  // The first time, and again after a lost graphics context or a change of basemap.
  map.on("style.load", () => {
    for (const layer of layers) layer.add(map, state.scheme);
    if (!isReady) {
      isReady = true;
      dots.show(map, dotGrid(state.plans));
      fences.show(map, state.fences, state.selected);
      overlays.show(map, state.scheme, Object.values(state.overlays));
      showInitialView();
      showPlans();
      emitView();
      void street.choose(state.styleUrl, state.scheme);
    }
    opening.mapReady();
  });
  map.on("webglcontextlost", renderer.turnOff);
  map.on("move", () => {
    emitView();
    renderer.moved(false);
  });
  map.on("moveend", () => {
    renderer.moved(true);
    // While following, the asset moves the map all the time.
    if (isReady && !state.isFollowing) events.moveEnded(camera.savedCamera());
  });
  map.on("resize", () => {
    size = { width: container.clientWidth, height: container.clientHeight };
    covers.measure();
    if (isReady) camera.refit();
    renderer.renderNow();
  });
  map.on("zoomstart", () => {
    if (fanned.size === 0) return;
    fanned = new Set();
    renderer.renderNow();
  });
  map.on("zoomend", () => {
    plans.refine();
    under.refine();
  });
  map.on("dragstart", () => {
    if (state.isFollowing) events.followEnded();
  });
  watchPointer(map, {
    // While measuring, every click belongs to the ruler, and otherwise to who wants a place.
    targets: () => (state.isMeasuring || state.placePicker !== null ? [] : scene.targets()),
    view,
    hovered(target) {
      const guid = target?.guids.length === 1 ? target.guids[0]! : null;
      if (guid === hovered) return;
      hovered = guid;
      renderer.hoverChanged();
    },
    clicked(target, at) {
      if (state.isMeasuring) return;
      if (state.placePicker !== null) return state.placePicker.picked(at);
      if (target === null) {
        if (fanned.size === 0) events.selected(fenceToOpen(state, at));
        fanned = new Set();
      } else if (target.guids.length === 1) events.selected(target.guids[0]!);
      else openCluster(target);
      renderer.renderNow();
    },
  });

  /** Shows the whole floor, or what the address opened before there was a map. */
  function showInitialView(): void {
    covers.measure();
    camera.fit(false);
    if (initialCamera !== null) camera.restoreCamera(initialCamera);
    else if (state.selected !== null) show(state.selected);
    if (state.plans.length > 0) initialCamera = null;
  }

  /** Brings an asset, gateway or room into view, close enough to see what is around it; if it is already in view, nothing moves. */
  function show(guid: string): void {
    const place = placeOf(guid);
    if (place !== null) camera.show(place);
  }

  // Zooms into a cluster that zooming can split; a cluster at one spot fans out.
  function openCluster({ guids }: Target): void {
    const places = guids.map((guid) => table.placeOf(guid)).filter((place) => place !== null);
    if (!camera.zoomToSeparate(places)) fanned = new Set(guids);
  }

  // Another source of positions is not movement: nothing glides from now into the past.
  function replacePositions(before: SiteMapState): void {
    stopListening();
    renderer.update([], [...before.positions.all().keys()]);
    renderer.update([...state.positions.all().values()], []);
    stopListening = state.positions.subscribe(renderer.update);
  }

  function shownPlans(of = state): FloorPlan[] {
    return of.plans.filter(({ id }) => of.shownFloorIds.includes(id));
  }

  function showPlans(): void {
    plans.show(shownPlans(), size.width);
    under.show(state.underlay, size.width);
  }

  // Somebody may only have renamed another floor: what is the same stays, and so does the camera.
  function replacePlans(before: SiteMapState): void {
    plans.change(state.plans);
    dots.show(map, dotGrid(state.plans));
    showPlans();
    if (areDisjoint(before.plans, state.plans)) showInitialView();
    else if (!haveSamePlacement(shownPlans(before), shownPlans())) camera.refit();
  }

  function replaceShownFloors(before: SiteMapState): void {
    showPlans();
    if (!haveSamePlacement(shownPlans(before), shownPlans())) camera.refit();
  }

  showPlans();
  return {
    update(next: SiteMapState): void {
      const before = state;
      state = next;
      if (next.positions !== before.positions) replacePositions(before);
      if (!isReady) {
        // The plans load while the map is being set up.
        plans.change(state.plans);
        return showPlans();
      }
      if (next.scheme !== before.scheme) for (const layer of layers) layer.repaint(map, next.scheme);
      overlays.show(map, next.scheme, Object.values(next.overlays));
      void street.choose(next.styleUrl, next.scheme);
      if (next.plans !== before.plans) replacePlans(before);
      else if (next.shownFloorIds !== before.shownFloorIds) replaceShownFloors(before);
      else if (next.underlay !== before.underlay) showPlans();
      if (next.fences !== before.fences || next.selected !== before.selected)
        fences.show(map, next.fences, next.selected);
      measuring.turn(next.isMeasuring);
      container.toggleAttribute("data-picking", next.placePicker !== null);
      if (next.selected !== before.selected) fanned = new Set();
      opening.plansChanged();
      // A person's action shows at once.
      renderer.renderNow();
    },
    show,
    showPlace: (at: LatLon): void => camera.show(toPlane(at)),
    /** Brings all of these places into the part of the map that nothing covers. */
    showAll(places: readonly LatLon[]): void {
      // A panel that has just opened covers it, too.
      covers.measure();
      camera.showAll(places.map(toPlane));
    },
    /** Requests the plans again that did not load. */
    loadAgain(): void {
      if (isReady) showPlans();
    },
    /** Marks an asset on the map while its row is hovered. */
    mark(guid: string | null): void {
      marked = guid;
      renderer.renderNow();
    },
    /** The selected thing keeps its place. */
    zoomBy: (steps: number): void => camera.zoomBy(steps, state.selected === null ? null : placeOf(state.selected)),
    fit: (): void => camera.fit(true),
    bounds: camera.bounds,
    turn: camera.turn,
    picture: () => mapPicture(map),
    remove(): void {
      isReady = false;
      covers.stop();
      stopRedraws();
      opening.stop();
      renderer.turnOff();
      stopListening();
      plans.stop();
      under.stop();
      street.stop();
      map.remove();
    },
  };
}
