import type { AssetLive } from "@pulse/contract/assets";
import type { Section } from "@pulse/contract/fields";
import { noMotion } from "@pulse/geo/motion";
import { createStore } from "zustand/vanilla";
import { isPlaced, type LiveAsset } from "../../live/liveStore.ts";
import type { Positions } from "../../live/positions.ts";
import { type Spot, spotAt, type Track } from "./track.ts";

/** Ages of continuously received assets change in steps of this, ms, so that not every moment changes every asset. */
const ageStepMs = 5_000;

/**
 * The site's assets as they were at a moment, in the shape of the live ones, so that the same code draws and lists both.
 * `tracksCoverSpan`: the tracks are complete, so an asset has no place before its track begins.
 */
export function createPlaybackStore(tracksCoverSpan: boolean) {
  let assets = new Map<string, LiveAsset>();
  let tracks: ReadonlyMap<string, Track> = new Map();
  let atMs = 0;
  const store = createStore(() => ({ changed: [] as readonly LiveAsset[], removed: [] as readonly string[] }));

  const at = (asset: LiveAsset): LiveAsset => {
    const track = tracks.get(asset.guid);
    const spot = track === undefined ? null : spotAt(track, atMs);
    if (spot !== null) return atSpot(asset, spot, atMs);
    return tracksCoverSpan && track !== undefined ? nowhere(asset) : asset;
  };

  const positions: Positions = {
    get: (guid) => assets.get(guid),
    all: () => assets,
    nowMs: () => atMs,
    subscribe: (listener) => store.subscribe(({ changed, removed }) => listener(changed, removed)),
  };
  return {
    positions,
    /** Takes everything as it was at a moment: assets appear there and do not glide from their previous places. */
    showSnapshot(list: readonly AssetLive[], momentMs: number): void {
      const removed = [...assets.keys()];
      atMs = momentMs;
      assets = new Map(list.map((asset) => [asset.guid, at(ofSnapshot(asset))]));
      store.setState({ changed: [], removed });
      store.setState({ changed: [...assets.values()], removed: [] });
    },
    /** Replaces the assets' tracks, by guid. */
    setTracks(next: ReadonlyMap<string, Track>): void {
      tracks = next;
    },
    /** Goes to a moment: gliding, or at once for a jump. */
    show(momentMs: number, isJump: boolean): void {
      atMs = momentMs;
      const changed: LiveAsset[] = [];
      for (const asset of assets.values()) {
        const next = at(asset);
        if (!isJump && isSame(asset, next)) continue;
        assets.set(next.guid, next);
        changed.push(next);
      }
      if (isJump) store.setState({ changed: [], removed: changed.map(({ guid }) => guid) });
      if (changed.length > 0) store.setState({ changed, removed: [] });
    },
  };
}

function ofSnapshot({ lastUpdated, moving, ...asset }: AssetLive): LiveAsset {
  const lastUpdatedMs = lastUpdated === null ? null : Date.parse(lastUpdated);
  return { ...asset, lastUpdatedMs, ...noMotion, moving: moving ?? false };
}

function atSpot(asset: LiveAsset, { position, seenMs, ...spot }: Spot, atMs: number): LiveAsset {
  return {
    ...asset,
    ...spot,
    floorId: position.floorId,
    location: position.location,
    elevation: position.elevation,
    accuracy: position.accuracy,
    nearestHardware: position.nearestHardware,
    nearestHardwareGuid: position.nearestHardwareGuid,
    nearestHardwareDis: position.nearestHardwareDis,
    trackerId: position.trackerId,
    signalStrength: null,
    room: position.room,
    sections: position.location === asset.location ? asset.sections : sectionsOf(position.location, position.floorId),
    lastUpdatedMs: seenMs === atMs ? Math.floor(atMs / ageStepMs) * ageStepMs : seenMs,
    steppedAtMs: null,
  };
}

/** A stored position has its place only in words: the building and the floor come first. */
function sectionsOf(location: string, floorId: string | null): Section[] {
  const [building, floor] = location.split(" · ");
  if (floorId === null || building === undefined || floor === undefined) return [];
  return [
    { kind: "building", id: floorId, name: building },
    { kind: "floor", id: floorId, name: floor },
  ];
}

function nowhere(asset: LiveAsset): LiveAsset {
  return { ...asset, lat: null, lon: null, lastUpdatedMs: null, room: null, sections: [], moving: false };
}

function isSame(a: LiveAsset, b: LiveAsset): boolean {
  return (
    a === b ||
    (a.lat === b.lat &&
      a.lon === b.lon &&
      a.lastUpdatedMs === b.lastUpdatedMs &&
      a.floorId === b.floorId &&
      a.moving === b.moving &&
      a.headingDeg === b.headingDeg &&
      isPlaced(a) === isPlaced(b))
  );
}
