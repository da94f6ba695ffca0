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
  take(fix: AssetFix): boolean;
}

/**
 * One tracker of an asset says where it is: the one with the newest fix or, of those within ten seconds, the one with
 * the smallest radius.
 * @param restored the newest fixes from before this process, first the one that was the asset's
 */
export function assetFusion(restored: Iterable<AssetFix>): AssetFusion {
  const assets = new Map<string, Fused>();

  const take = (fix: AssetFix): boolean => {
    const known = assets.get(fix.assetId);
    if (known === undefined) {
      assets.set(fix.assetId, { newest: new Map([[fix.trackerId, fix]]), chosen: fix.trackerId });
      return true;
    }
    const { newest } = known;
    newest.set(fix.trackerId, fix);
    if (newest.size === 1) return true;
    for (const other of newest.values()) {
      const aheadMs = other.atMs - fix.atMs;
      if (-aheadMs > sameMomentMs || aheadMs > clockSetMs) newest.delete(other.trackerId);
    }
    known.chosen = chosenOf(newest, known.chosen, fix);
    return known.chosen === fix.trackerId;
  };
  for (const fix of restored) take(fix);
  return { take };
}

function chosenOf(newest: ReadonlyMap<string, AssetFix>, chosen: string, fix: AssetFix): string {
  const newestMs = Math.max(...[...newest.values()].map(({ atMs }) => atMs));
  const ofNow = [...newest.values()].filter(({ atMs }) => newestMs - atMs <= sameMomentMs);
  const best = ofNow.reduce((one, other) => (other.accuracyM < one.accuracyM ? other : one), ofNow[0] ?? fix);
  const held = ofNow.find(({ trackerId }) => trackerId === chosen);
  return held !== undefined && best.accuracyM > held.accuracyM * clearlyBetter ? chosen : best.trackerId;
}
