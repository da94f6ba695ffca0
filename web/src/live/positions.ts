import type { LiveAsset, LiveListener } from "./liveStore.ts";

/** Where the positions of a site come from: the live line, or the past. Each has a clock of its own. */
export interface Positions {
  get(guid: string): LiveAsset | undefined;
  all(): ReadonlyMap<string, LiveAsset>;
  subscribe(listener: LiveListener): () => void;
  /** The time of day by which ages count, ms. */
  nowMs(): number;
}
