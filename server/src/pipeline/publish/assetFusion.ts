/** Fixes closer in time than this are equally new; the more certain one is the asset's (decisions C14). */
const sameMomentMs = 10_000;
/** Another tracker takes over only if it is clearly more certain; otherwise a still thing would change all the time. */
const clearlyBetter = 0.9;
/** A clock that goes back by more than this was set, so fixes by the old clock no longer count. */
const clockSetMs = 60_000;

/** The part of a fix that matters here: whose it is, when, and how certain, m. */
export interface AssetFix {
  assetId: string;
  trackerId: string;
  atMs: number;
  accuracyM: number;
}

/** Chooses, of an asset's trackers, the one whose fixes are the asset's. */
interface Fused {
  newest: Map<string, AssetFix>;
  chosen: string;
}

export interface AssetFusion {
  /** Whether this fix of one of the asset's trackers says where the asset is. */
  add(fix: AssetFix): boolean;
}

/**
 * One tracker of an asset says where it is: the one with the newest fix or, of those within ten seconds, the one with
 * the smallest radius.
 * @param restored the newest fixes from before this process, first the one that was the asset's
 */
export function assetFusion(restored: Iterable<AssetFix>): AssetFusion {
  const assets = new Map<string, Fused>();

  const add = (fix: AssetFix): boolean => {
    const asset = assets.get(fix.assetId);
    if (asset === undefined) {
      assets.set(fix.assetId, { newest: new Map([[fix.trackerId, fix]]), chosen: fix.trackerId });
      return true;
    }
    const { newest } = asset;
    newest.set(fix.trackerId, fix);
    if (newest.size === 1) return true;
    for (const other of newest.values()) {
      const aheadMs = other.atMs - fix.atMs;
      if (-aheadMs > sameMomentMs || aheadMs > clockSetMs) newest.delete(other.trackerId);
    }
    asset.chosen = chosenOf(newest, asset.chosen, fix);
    return asset.chosen === fix.trackerId;
  };
  for (const fix of restored) add(fix);
  return { add };
}

function chosenOf(newest: ReadonlyMap<string, AssetFix>, chosen: string, fix: AssetFix): string {
  const newestMs = Math.max(...[...newest.values()].map(({ atMs }) => atMs));
  const ofNow = [...newest.values()].filter(({ atMs }) => newestMs - atMs <= sameMomentMs);
  const best = ofNow.reduce((a, b) => (b.accuracyM < a.accuracyM ? b : a), ofNow[0] ?? fix);
  const held = ofNow.find(({ trackerId }) => trackerId === chosen);
  return held !== undefined && best.accuracyM > held.accuracyM * clearlyBetter ? chosen : best.trackerId;
}
