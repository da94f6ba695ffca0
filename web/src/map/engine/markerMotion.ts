import type { LiveAsset } from "../../live/liveStore.ts";
import { isPlaced } from "../../live/liveStore.ts";
import { type Glide, glideTo, placeAt, standing } from "./glide.ts";

export type MarkerMotion = ReturnType<typeof markerMotion>;

/** Where each marker is between two positions. `clockMs` is a monotonic clock. */
export function markerMotion(clockMs: () => number, isReduced: () => boolean) {
  const glides = new Map<string, { glide: Glide; heardMs: number; floorId: string | null }>();
  let movingUntilMs = 0;

  return {
    /** Takes what has changed; a reload jumps, an update glides, a change of floor jumps too. */
    take(changed: readonly LiveAsset[], isReload: boolean): void {
      const nowMs = clockMs();
      if (isReload) glides.clear();
      for (const asset of changed) {
        if (!isPlaced(asset)) {
          glides.delete(asset.guid);
          continue;
        }
        const known = glides.get(asset.guid);
        const glide =
          known === undefined || known.floorId !== asset.floorId
            ? standing(asset.lat, asset.lon)
            : glideTo(known.glide, asset.lat, asset.lon, nowMs, nowMs - known.heardMs, isReduced());
        glides.set(asset.guid, { glide, heardMs: nowMs, floorId: asset.floorId });
        movingUntilMs = Math.max(movingUntilMs, glide.startMs + glide.durationMs);
      }
    },
    placeOf(guid: string): { lat: number; lon: number } | null {
      const known = glides.get(guid);
      return known === undefined ? null : placeAt(known.glide, clockMs());
    },
    /** Whether any marker is still on its way. */
    isGliding: (): boolean => clockMs() < movingUntilMs,
  };
}
