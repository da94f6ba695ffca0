import type { Fix } from "@pulse/positioning/fix/fix";
import { type AssetFix, assetFusion } from "../publish/assetFusion.ts";
import type { LinkTime, AssetClaim } from "./pastRows.repository.ts";

/** Within this time of a live position of an asset from another tracker, past fixes do not place that asset, ms. */
const sameMomentMs = 10_000;

/** A tracker's fixes of the past, and which assets it had. */
interface Located {
  trackerId: string;
  fixes: readonly Fix[];
  links: readonly LinkTime[];
}

/**
 * The asset of each of these fixes: the one that the tracker had then, unless another tracker has said live where it
 * was, which stays. Among trackers that are located together, one is chosen in the same way as live.
 */
export function pastAssets(located: readonly Located[], claims: readonly AssetClaim[]): ReadonlyMap<Fix, string> {
  const candidates = located.flatMap(({ trackerId, fixes, links }) =>
    fixes.flatMap((fix): Candidate[] => {
      const assetId = assetAt(links, fix.atMs);
      if (assetId === null || claims.some((time) => isClaimedByOther(time, assetId, trackerId, fix.atMs))) return [];
      return [{ fix, assetId, trackerId, atMs: fix.atMs, accuracyM: fix.accuracyM }];
    }),
  );
  const assets = new Map<Fix, string>();
  for (const ofAsset of Map.groupBy(candidates, ({ assetId }) => assetId).values())
    for (const { fix, assetId } of chosen(ofAsset)) assets.set(fix, assetId);
  return assets;
}

interface Candidate extends AssetFix {
  fix: Fix;
}

function chosen(candidates: readonly Candidate[]): Candidate[] {
  const fusion = assetFusion([]);
  const inTime = candidates.toSorted((a, b) => a.atMs - b.atMs);
  return [...Map.groupBy(inTime, ({ atMs }) => atMs).values()].flatMap((ofMoment) => {
    // All fixes of a moment are known before one of them is chosen.
    for (const claim of ofMoment) fusion.add(claim);
    return ofMoment.filter((claim) => fusion.add(claim));
  });
}

function assetAt(links: readonly LinkTime[], atMs: number): string | null {
  const link = links.find(({ fromMs, untilMs }) => fromMs <= atMs && (untilMs === null || atMs < untilMs));
  return link?.assetId ?? null;
}

function isClaimedByOther(time: AssetClaim, assetId: string, trackerId: string, atMs: number): boolean {
  if (time.assetId !== assetId || time.trackerId === trackerId) return false;
  return atMs >= time.fromMs - sameMomentMs && atMs <= time.untilMs + sameMomentMs;
}
