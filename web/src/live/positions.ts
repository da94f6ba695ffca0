import type { LiveAsset, LiveListener } from "./liveStore.ts";

/** Where the positions of a site come from: the live connection, or the past. Each has its own clock. */
export interface Positions {
  get(guid: string): LiveAsset | undefined;
  all(): ReadonlyMap<string, LiveAsset>;
  subscribe(listener: LiveListener): () => void;
  /** The time that ages are counted from, ms. */
  nowMs(): number;
}
