// The page that `npm run bench -- map` opens: the map engine, or a bare GeoJSON source beside it, fed with assets.
import "maplibre-gl/dist/maplibre-gl.css";
import type { AssetLive } from "@pulse/contract/assets";
import type { LocationUpdate } from "@pulse/contract/live";
import { type GeoJSONSource, Map as MapLibreMap, setWorkerUrl } from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";
import { createLiveStore } from "../src/live/liveStore.ts";
import { createSiteMap } from "../src/mapEngine/siteMap.ts";

setWorkerUrl(workerUrl);

const centre = { lat: 51, lon: 7 };
const zoom = 18;
// What a window of 1384 × 838 px shows at that zoom, a little less.
const spanLat = 0.0024;
const spanLon = 0.0062;
const quietMs = 600;
const types = ["Forklift", "Pallet jack", "Tote", "Bed", "Pump"];

/** One of the two things compared. */
interface Contender {
  map: MapLibreMap;
  load(places: readonly AssetLive[]): void;
  move(updates: readonly LocationUpdate[]): void;
}

const container = document.querySelector<HTMLElement>("#map")!;
const guidOf = (n: number): string => `0198c1b2-0000-7000-8000-${String(n).padStart(12, "0")}`;

// The same places in every run.
let seed = 1;
const random = (): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};
const somewhere = (): { lat: number; lon: number } => ({
  lat: centre.lat + (random() - 0.5) * spanLat,
  lon: centre.lon + (random() - 0.5) * spanLon,
});

function assets(count: number): AssetLive[] {
  const lastUpdated = new Date().toISOString();
  return Array.from({ length: count }, (_, n) => ({
    assetId: guidOf(n),
    guid: guidOf(n),
    name: `${types[n % types.length]} ${n}`,
    type: types[n % types.length]!,
    imageUrl: null,
    ...somewhere(),
    location: "Hall",
    floorId: null,
    accuracy: 2,
    lastUpdated,
    nearestHardware: "G-01",
    nearestHardwareGuid: null,
    nearestHardwareDis: 3,
    signalStrength: -60,
    room: null,
    batteryLevel: 80,
    moving: n % 2 === 0,
    trackerId: null,
    sections: [],
  }));
}

/** Each of them a metre or so further. */
function updates(of: readonly AssetLive[], count: number): LocationUpdate[] {
  const lastUpdated = new Date().toISOString();
  const step = Math.floor(of.length / count);
  return Array.from({ length: count }, (_, nth) => {
    const asset = of[nth * step]!;
    asset.lat = (asset.lat ?? 0) + (random() - 0.5) * 2e-5;
    asset.lon = (asset.lon ?? 0) + (random() - 0.5) * 3e-5;
    return {
      guid: asset.guid,
      pulseAssetGuid: asset.guid,
      assetId: asset.guid,
      trackerId: asset.guid,
      lat: asset.lat,
      lon: asset.lon,
      floorId: null,
      accuracy: 2,
      nearestHardware: "G-01",
      nearestHardwareGuid: null,
      nearestHardwareDis: 3,
      signalStrength: -60,
      room: null,
      batteryLevel: 80,
      lastUpdated,
      sections: [],
    };
  });
}

/** Runs `make` and gives the map that was made by it. */
function caught(make: () => void): MapLibreMap {
  let made: MapLibreMap | null = null;
  const keep = (map: MapLibreMap): void => {
    made = map;
  };
  const on = MapLibreMap.prototype.on;
  MapLibreMap.prototype.on = function (this: MapLibreMap, ...given: Parameters<typeof on>) {
    keep(this);
    return on.apply(this, given);
  } as typeof on;
  make();
  MapLibreMap.prototype.on = on;
  return made!;
}

function engine(): Contender {
  const live = createLiveStore();
  const map = caught(() =>
    createSiteMap({
      container,
      state: {
        scheme: "light",
        styleUrl: null,
        plans: [],
        arePlansKnown: true,
        underlay: null,
        shownFloorIds: [],
        gateways: [],
        fences: [],
        selected: null,
        isFollowing: false,
        passing: null,
        layers: { gateways: true, confidence: false, otherFloors: true },
        isMeasuring: false,
        placePicker: null,
        timeoutDay: 30,
        showsConfidence: true,
        positions: live,
        overlays: {},
      },
      events: {
        selected: () => undefined,
        viewed: () => undefined,
        underlayFailed: () => undefined,
        planFailed: () => undefined,
        streetMapFailed: () => undefined,
        followEnded: () => undefined,
        moveEnded: () => undefined,
        measured: () => undefined,
      },
      loadImage: () => Promise.reject(new Error("there are no plans")),
      distanceText: String,
      centre,
      camera: null,
      locale: {},
    }),
  );
  return { map, load: (places) => live.load(places), move: (moved) => live.apply(moved) };
}

/** What one would write first: a circle layer, and the whole collection set at each change. */
function setData(): Contender {
  const style = { version: 8 as const, sources: {}, layers: [] };
  const map = new MapLibreMap({ container, style, center: centre, zoom, attributionControl: false, fadeDuration: 0 });
  const places = new Map<string, { lat: number; lon: number }>();
  const write = (): void =>
    void map.getSource<GeoJSONSource>("assets")?.setData({
      type: "FeatureCollection",
      features: Array.from(places, ([guid, { lat, lon }]) => ({
        type: "Feature",
        geometry: { type: "Point", coordinates: [lon, lat] },
        properties: { guid },
      })),
    });
  const take = (guid: string | null, { lat, lon }: { lat: number | null; lon: number | null }): void =>
    void places.set(guid ?? "", { lat: lat ?? 0, lon: lon ?? 0 });
  map.on("load", () => {
    map.addSource("assets", { type: "geojson", data: { type: "FeatureCollection", features: [] } });
    map.addLayer({ id: "assets", type: "circle", source: "assets" });
  });
  return {
    map,
    load(given) {
      for (const asset of given) take(asset.guid, asset);
      write();
    },
    move(moved) {
      for (const update of moved) take(update.pulseAssetGuid, update);
      write();
    },
  };
}

let contender: Contender;
let loaded: AssetLive[] = [];
let frames = 0;
let longTasks: number[] = [];
let lastRenderMs = 0;
/** Only where the end of the drawing is asked for: waiting for it would count as the page's script. */
let isTiming = false;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Until nothing has been drawn for a while; gives when it last was, with the drawing's own end waited for. */
async function untilQuiet(): Promise<number> {
  lastRenderMs = performance.now();
  while (performance.now() - lastRenderMs < quietMs || !contender.map.loaded()) await pause(20);
  return lastRenderMs;
}

const mapBench = {
  async start(kind: "engine" | "setData"): Promise<void> {
    contender = kind === "engine" ? engine() : setData();
    const { map } = contender;
    await new Promise((resolve) => map.once("load", resolve));
    const gl = map.getCanvas().getContext("webgl2")!;
    const pixel = new Uint8Array(4);
    map.on("render", () => {
      frames++;
      // Answers only when everything before it is drawn.
      if (isTiming) gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
      lastRenderMs = performance.now();
    });
    new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: "longtask",
    });
    map.jumpTo({ center: centre, zoom });
    await untilQuiet();
  },
  /** How long until that many are drawn, ms. */
  async load(count: number): Promise<number> {
    loaded = assets(count);
    isTiming = true;
    const started = performance.now();
    contender.load(loaded);
    const drawn = await untilQuiet();
    isTiming = false;
    return drawn - started;
  },
  /** Moves so many of them every 500 ms for a while. */
  async move(count: number, rounds: number): Promise<{ frames: number; longTasks: number[]; appliedMs: number }> {
    frames = 0;
    longTasks = [];
    let appliedMs = 0;
    for (let round = 0; round < rounds; round++) {
      const next = updates(loaded, count);
      const started = performance.now();
      contender.move(next);
      appliedMs += performance.now() - started;
      await pause(500);
    }
    return { frames, longTasks, appliedMs };
  },
  /** How long one update takes until it is drawn to its end, ms. */
  async oneUpdate(count: number): Promise<number> {
    const next = updates(loaded, count);
    isTiming = true;
    const started = performance.now();
    contender.move(next);
    const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    do {
      const rendered = new Promise((resolve) => contender.map.once("render", resolve));
      contender.map.triggerRepaint();
      await rendered;
    } while (!contender.map.loaded());
    isTiming = false;
    return performance.now() - started;
  },
};

declare global {
  var mapBench: unknown;
}
globalThis.mapBench = mapBench;
