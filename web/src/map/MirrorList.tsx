import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { LiveAsset } from "../live/liveStore.ts";
import { useServices } from "../services.tsx";
import classes from "./MirrorList.module.css";
import { mirrorRows } from "./mirrorRows.ts";

const everyMs = 500;
/** The page is held up for no longer at a time, and then goes on after a pause. */
const sliceMs = 6;
const pauseMs = 24;

/**
 * The map as a list, for screen readers and for checks from outside (contract 6a): one row for each asset that has a
 * position, on every floor. Kept by hand twice a second at most: React never hears of a position.
 */
export function MirrorList() {
  const { t } = useTranslation();
  const { live } = useServices();
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const rows = mirrorRows(place.current!, t("assets.mirror"));
    let timer: ReturnType<typeof setTimeout> | null = null;
    let wroteAtMs = -Infinity;
    const write = (): void => {
      wroteAtMs = performance.now();
      const isDone = rows.write(Date.now(), () => performance.now() - wroteAtMs < sliceMs);
      timer = isDone ? null : setTimeout(write, pauseMs);
    };
    const take = (changed: Iterable<LiveAsset>, removed: readonly string[]): void => {
      rows.take(changed, removed);
      timer ??= setTimeout(write, Math.max(0, wroteAtMs + everyMs - performance.now()));
    };
    take(live.all().values(), []);
    const stop = live.subscribe(take);
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
      rows.clear();
    };
    // In another language all of it is said anew.
  }, [live, t]);

  return <div ref={place} className={classes["mirror"]} />;
}
