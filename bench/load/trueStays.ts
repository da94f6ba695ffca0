import type { FenceArea } from "@pulse/geo/fenceArea";
import type { LatLon } from "@pulse/geo/latLon";

/** A true enter: the kind of fence, and how many seconds later it was reported; null: never. */
export interface Entered {
  kind: string;
  delayS: number | null;
}

/** A stay counts only if it goes at least this deep and lasts at least this long. */
const minDepthM = 1;
const minMs = 10_000;

/** Compares what things really do at fences with what is reported. */
export function trueStays(
  zones: readonly { kind: string; id: string; area: FenceArea }[],
  fromMs: number,
  lateMs: number,
) {
  const open = new Map<string, { sinceMs: number; deepestM: number }>();
  const ended: { key: string; kind: string; sinceMs: number; endMs: number }[] = [];
  /** When a thing was last inside a fence. */
  const insideMs = new Map<string, number>();
  const told = new Map<string, { kind: string; enteredMs: number; exitMs: number; wasInside: boolean }[]>();
  const kinds = new Map(zones.map(({ id, kind }) => [id, kind]));

  return {
    /** @param place null: on another floor */
    at: (thing: string, place: LatLon | null, nowMs: number): void => {
      for (const { id, kind, area } of zones) {
        const key = `${thing} ${id}`;
        const depthM = place === null ? -1 : area.depthM(place);
        const stay = open.get(key);
        if (depthM > 0) {
          insideMs.set(key, nowMs);
          open.set(key, { sinceMs: stay?.sinceMs ?? nowMs, deepestM: Math.max(depthM, stay?.deepestM ?? 0) });
          const last = told.get(key)?.at(-1);
          if (last && nowMs <= last.exitMs) last.wasInside = true;
          continue;
        }
        open.delete(key);
        if (stay === undefined || stay.deepestM < minDepthM || nowMs - stay.sinceMs < minMs) continue;
        if (stay.sinceMs >= fromMs) ended.push({ key, kind, sinceMs: stay.sinceMs, endMs: nowMs });
      }
    },
    told: (thing: string, fenceId: string, at: { isEnter: boolean; atMs: number; nowMs: number }): void => {
      const key = `${thing} ${fenceId}`;
      const stays = told.get(key) ?? [];
      told.set(key, stays);
      const last = stays.at(-1);
      if (!at.isEnter && last) last.exitMs = at.nowMs;
      // The report may be about a stay that has just ended.
      const wasInside = (insideMs.get(key) ?? -Infinity) >= at.atMs - lateMs;
      if (at.isEnter) stays.push({ kind: kinds.get(fenceId)!, enteredMs: at.nowMs, exitMs: Infinity, wasInside });
    },
    result: () => {
      const all = [...told.values()].flat().filter(({ enteredMs }) => enteredMs >= fromMs);
      return {
        entered: ended.map(({ key, kind, sinceMs, endMs }): Entered => {
          const stays = told.get(key) ?? [];
          const isTold = stays.some(({ enteredMs, exitMs }) => enteredMs <= sinceMs && exitMs > sinceMs);
          const later = stays.find(({ enteredMs }) => enteredMs > sinceMs && enteredMs <= endMs + lateMs);
          const delayS = isTold ? 0 : later ? (later.enteredMs - sinceMs) / 1000 : null;
          return { kind, delayS };
        }),
        told: new Map(
          [...Map.groupBy(all, ({ kind }) => kind)].map(([kind, stays]) => [
            kind,
            { stays: stays.length, neverInside: stays.filter(({ wasInside }) => !wasInside).length },
          ]),
        ),
      };
    },
  };
}
