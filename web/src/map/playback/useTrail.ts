import { useEffect, useState } from "react";
import type { DrawnMap } from "../model/useDrawnMap.ts";
import { lastingText } from "./durations.ts";
import classes from "./Halts.module.css";
import type { Halt } from "./trackSummary.ts";
import type { Track } from "./track.ts";
import { trailOverlay } from "./trailOverlay.ts";

interface Shown {
  tracks: ReadonlyMap<string, Track>;
  halts: readonly Halt[];
  fromMs: number;
  atMs: number;
}

/** Draws the tracks of assets on the map, up to the moment shown. */
export function useTrail(page: DrawnMap, { tracks, halts, fromMs, atMs }: Shown): void {
  const { setOverlays } = page;
  const floorIds = page.state.shownFloorIds;
  const [trail] = useState(() =>
    trailOverlay({ className: classes["halt"] ?? "", textOf: (halt) => lastingText(halt.toMs - halt.atMs) }),
  );
  useEffect(() => {
    setOverlays((before) => ({ ...before, trail: trail.overlay }));
    return () =>
      setOverlays((before) => Object.fromEntries(Object.entries(before).filter(([name]) => name !== "trail")));
  }, [setOverlays, trail]);
  useEffect(() => {
    trail.show({ tracks: [...tracks.values()], halts, floorIds, fromMs, atMs });
  }, [trail, tracks, halts, floorIds, fromMs, atMs]);
}
