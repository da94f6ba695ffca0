import type { AssetLive, Position } from "@pulse/contract/assets";
import { createStore } from "zustand/vanilla";
import { type Coverage, coverageOf, gapAt, type TimeSpan } from "./coverage.ts";
import { createPlaybackStore } from "./playbackStore.ts";
import { trackMatcher, type WalkFloor } from "./matchTrack.ts";
import { settleTrack } from "./settleTrack.ts";
import { type Track, trackOf } from "./track.ts";
import { walkedTracks } from "./walkedTracks.ts";

/** A whole site is played in pieces of this length, ms; the next one is requested before this one ends. */
export const pieceMs = 5 * 60_000;
/** How often things are moved while playing, ms; in between they glide. */
const stepMs = 250;
const pointsOfPiece = 60;
const pointsOfSpan = 5_000;
/** The server's limit of assets per request. */
const assetsAtOnce = 200;

export const speeds = [1, 10, 30, 60] as const;
export type Speed = (typeof speeds)[number];

/** The requests to the server; they reject if it does not answer. */
export interface PositionsPage {
  snapshot(atMs: number): Promise<readonly AssetLive[]>;
  tracks(
    assetIds: readonly string[],
    span: { fromMs: number; toMs: number; maxPoints: number },
  ): Promise<readonly { assetId: string; positions: readonly Position[] }[]>;
  /** When the whole site has positions. */
  coverage(span: TimeSpan): Promise<Coverage>;
}

export interface PlayerState {
  timeMs: number;
  isPlaying: boolean;
  speed: Speed;
  /** Whether playing has to wait for something that is loading. */
  isLoading: boolean;
  isFailed: boolean;
  /** The tracks of the assets being viewed, by guid; empty for a whole site. */
  tracks: ReadonlyMap<string, Track>;
  /** When positions exist; null: it is not known. */
  coverage: Coverage | null;
  /** The last time without positions that playing left out. */
  skipped: TimeSpan | null;
}

interface PlayerParts {
  fromMs: number;
  toMs: number;
  /** The guids of the assets whose tracks are shown; none: the whole site. */
  of: readonly string[];
  answers: PositionsPage;
  every(work: () => void, ms: number): () => void;
  /** Lets the page do something else. */
  rest(): Promise<void>;
  clockMs(): number;
}

export type Player = ReturnType<typeof createPlayer>;

/** Plays a past span of a site or some of its assets. The last requested moment is shown, in whatever order answers come. */
export function createPlayer({ fromMs, toMs, of, answers, every, rest, clockMs }: PlayerParts) {
  const tracksCoverSpan = of.length > 0;
  const assetStore = createPlaybackStore(tracksCoverSpan);
  const store = createStore<PlayerState>(() => ({
    timeMs: fromMs,
    isPlaying: false,
    speed: 10,
    isLoading: true,
    isFailed: false,
    tracks: new Map(),
    coverage: null,
    skipped: null,
  }));
  /** The tracks of a whole site, piece by piece: as they are stored, and as they are shown. */
  const pieces = new Map<number, { stored: ReadonlyMap<string, Track>; walked: ReadonlyMap<string, Track> }>();
  const pending = new Set<number>();
  let storedTracks: ReadonlyMap<string, Track> = new Map();
  let match = trackMatcher([]);
  let currentPiece: number | null = null;
  let isRequesting = false;
  /** Whether the last moment that was requested, or the tracks of its assets, could not be loaded. */
  let isMissing = false;
  let requestedMs: number | null = null;
  /** Whether nobody has chosen a moment, so that the newest stretch with positions is shown from its beginning. */
  let isMomentOpen = false;
  let isClosed = false;
  let stopTimer: (() => void) | null = null;

  function within(ms: number): number {
    return Math.min(toMs, Math.max(fromMs, ms));
  }
  const pause = (): void => {
    stopTimer?.();
    stopTimer = null;
    store.setState({ isPlaying: false });
  };
  const failed = (): void => {
    pause();
    store.setState({ isFailed: true, isLoading: false });
  };

  const tracksOf = async (span: { fromMs: number; toMs: number; maxPoints: number }) => {
    const guids = new Map([...assetStore.positions.all().values()].map(({ assetId, guid }) => [assetId, guid]));
    const ids = [...guids.keys()];
    const tracks = new Map<string, Track>();
    for (let start = 0; start < ids.length; start += assetsAtOnce) {
      const some = ids.slice(start, start + assetsAtOnce);
      for (const { assetId, positions } of await answers.tracks(some, span))
        tracks.set(guids.get(assetId)!, trackOf(positions));
    }
    return tracks;
  };

  // One request at a time: dragging seeks many moments, and only the last one matters.
  const request = async (ms: number): Promise<void> => {
    requestedMs = ms;
    if (isRequesting) return;
    isRequesting = true;
    try {
      while (requestedMs !== null) {
        const momentMs: number = requestedMs;
        requestedMs = null;
        const list = await answers.snapshot(momentMs);
        if (isClosed) return;
        assetStore.showSnapshot(tracksCoverSpan ? list.filter(({ guid }) => of.includes(guid)) : list, momentMs);
      }
      if (tracksCoverSpan) await loadSpan();
      // Every moment requested since then is on these tracks.
      if (tracksCoverSpan) requestedMs = null;
      isMissing = false;
      if (!isClosed) store.setState({ isLoading: false, isFailed: false });
    } catch {
      isMissing = true;
      if (!isClosed && requestedMs === null) failed();
    } finally {
      isRequesting = false;
    }
    // Another moment was requested while this request was failing.
    if (requestedMs !== null && !isClosed) void request(requestedMs);
  };

  const loadSpan = async (): Promise<void> => {
    storedTracks = await tracksOf({ fromMs, toMs, maxPoints: pointsOfSpan });
    if (isClosed) return;
    setCoverage(coverageOf(storedTracks.values(), { fromMs, toMs }));
    showTracks();
  };

  /** Shows the tracks as somebody can have walked them on the floors that are known. */
  const showTracks = (): void => {
    const none = trackOf([]);
    const tracks = new Map([...storedTracks].map(([guid, track]) => [guid, match(settleTrack(track))] as const));
    assetStore.setTracks(new Map(of.map((guid) => [guid, tracks.get(guid) ?? none])));
    store.setState({ tracks });
    assetStore.show(store.getState().timeMs, true);
  };

  const setCoverage = (coverage: Coverage): void => {
    store.setState({ coverage, ...(isMomentOpen ? { timeMs: coverage.at(-1)?.fromMs ?? fromMs } : {}) });
    isMomentOpen = false;
  };

  /** When a whole site has positions. Without an answer it is played without knowing. */
  const loadCoverage = async (): Promise<void> => {
    const coverage = await answers.coverage({ fromMs, toMs }).catch(() => null);
    if (!isClosed && coverage !== null) setCoverage(coverage);
  };

  const pieceAt = (ms: number): number => Math.floor((ms - fromMs) / pieceMs);
  const fetchPiece = async (nth: number): Promise<void> => {
    const startMs = fromMs + nth * pieceMs;
    if (pieces.has(nth) || pending.has(nth) || startMs > toMs) return;
    pending.add(nth);
    try {
      const span = { fromMs: startMs, toMs: Math.min(toMs, startMs + pieceMs), maxPoints: pointsOfPiece };
      const stored = await tracksOf(span);
      const before = pieces.get(nth - 1)?.stored;
      pieces.set(nth, { stored, walked: await walkedTracks({ tracks: stored, before, match, rest, clockMs }) });
    } catch {
      if (!isClosed) failed();
    } finally {
      pending.delete(nth);
    }
  };

  // Whether the tracks ahead are loaded; missing ones are requested.
  const areTracksReady = (ms: number): boolean => {
    if (tracksCoverSpan) return !store.getState().isLoading;
    // A piece is of the assets of the moment, which have to be known first.
    if (isRequesting) return false;
    const nth = pieceAt(ms);
    for (const known of pieces.keys()) if (known < nth - 1) pieces.delete(known);
    void fetchPiece(nth);
    if (pieces.has(nth)) void fetchPiece(nth + 1);
    const piece = pieces.get(nth);
    if (piece === undefined) return false;
    if (currentPiece !== nth) assetStore.setTracks(piece.walked);
    currentPiece = nth;
    return true;
  };

  const step = (): void => {
    const { timeMs, speed, coverage, skipped } = store.getState();
    const following = within(timeMs + stepMs * speed);
    const gap = coverage === null ? null : gapAt(coverage, following, toMs);
    const next = gap === null ? following : gap.toMs;
    const isThere = areTracksReady(next);
    store.setState(isThere ? { timeMs: next, isLoading: false, skipped: gap ?? skipped } : { isLoading: true });
    if (!isThere) return;
    assetStore.show(next, gap !== null);
    if (next === toMs) pause();
  };

  const load = (ms: number): void => {
    store.setState({ isLoading: true, isFailed: false });
    void request(ms);
  };

  const seek = (ms: number): void => {
    const timeMs = within(ms);
    isMomentOpen = false;
    store.setState({ timeMs, skipped: null });
    if (tracksCoverSpan && store.getState().tracks.size > 0) return assetStore.show(timeMs, true);
    assetStore.setTracks(new Map());
    currentPiece = null;
    pieces.clear();
    load(timeMs);
  };

  return {
    positions: assetStore.positions,
    current: store.getState,
    subscribe: (listener: () => void): (() => void) => store.subscribe(listener),
    /** Shows the first moment; null: the beginning of the newest stretch with positions. */
    start(ms: number | null): void {
      isClosed = false;
      isMomentOpen = ms === null;
      store.setState({ timeMs: within(ms ?? fromMs) });
      const coverage = tracksCoverSpan ? null : loadCoverage();
      if (ms !== null || coverage === null) void request(store.getState().timeMs);
      else
        void coverage.then(() => {
          if (!isClosed && requestedMs === null) void request(store.getState().timeMs);
        });
    },
    seek,
    pause,
    play(): void {
      if (stopTimer !== null) return;
      if (store.getState().timeMs >= toMs) seek(fromMs);
      else if (isMissing) load(store.getState().timeMs);
      store.setState({ isPlaying: true, isFailed: false });
      stopTimer = every(step, stepMs);
    },
    /** The floors on which the tracks lie, with their walls and doors. */
    setFloors(known: readonly WalkFloor[]): void {
      match = trackMatcher(known);
      // The pieces of a whole site are matched as they come.
      pieces.clear();
      currentPiece = null;
      if (storedTracks.size > 0) showTracks();
    },
    setSpeed: (speed: Speed): void => store.setState({ speed }),
    close(): void {
      isClosed = true;
      stopTimer?.();
    },
  };
}
