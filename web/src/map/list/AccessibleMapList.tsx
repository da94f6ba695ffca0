import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { LiveAsset } from "../../live/liveStore.ts";
import type { Positions } from "../../live/positions.ts";
import type { MapFence } from "../../mapEngine/mapFence.ts";
import classes from "./AccessibleMapList.module.css";
import { accessibleRows } from "./accessibleRows.ts";

const everyMs = 500;
/** Work blocks the page for at most this long, ms, and continues after a pause. */
const sliceMs = 6;
const pauseMs = 24;

/**
 * The map as a list, for screen readers and for checks from outside (contract 6a): one row for each asset with a
 * position, on every floor, and then the drawn geofences. Updated at most twice a second and without React, which never
 * sees a position.
 */
export function AccessibleMapList({ positions, fences }: { positions: Positions; fences: readonly MapFence[] }) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const rows = accessibleRows(place.current!, t("assets.mirror"));
    let timer: ReturnType<typeof setTimeout> | null = null;
    let wroteAtMs = -Infinity;
    const write = (): void => {
      wroteAtMs = performance.now();
      const isDone = rows.write(positions.nowMs(), () => performance.now() - wroteAtMs < sliceMs);
      timer = isDone ? null : setTimeout(write, pauseMs);
    };
    const update = (changed: Iterable<LiveAsset>, removed: readonly string[]): void => {
      rows.update(changed, removed);
      timer ??= setTimeout(write, Math.max(0, wroteAtMs + everyMs - performance.now()));
    };
    update(positions.all().values(), []);
    const stop = positions.subscribe(update);
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
      rows.clear();
    };
    // A change of language rewrites all rows.
  }, [positions, t]);

  return (
    <>
      <div ref={place} className={classes["mirror"]} />
      {fences.length === 0 ? null : (
        <ul className={classes["mirror"]} aria-label={t("map.geofences")}>
          {fences.map(({ id, name, isRestricted }) => (
            <li key={id} data-geofence-id={id}>
              {name}
              {isRestricted ? `, ${t("geofences.restricted")}` : null}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
