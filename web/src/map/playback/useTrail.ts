import { useEffect, useState } from "react";
import { texts } from "../../text/translate.ts";
import type { DrawnMap } from "../model/useDrawnMap.ts";
import { lastingText } from "./durations.ts";
import classes from "./Halts.module.css";
import type { Crossing } from "./historyEvents.ts";
import type { Track } from "./track.ts";
import type { TrackSummary } from "./trackSummary.ts";
import { trailOverlay } from "./trailOverlay.ts";

interface Shown {
  tracks: ReadonlyMap<string, Track>;
  /** The one whose stops and crossings are marked, and its summary. */
  track: Track | undefined;
  summary: TrackSummary | null;
  crossings: readonly Crossing[];
  fromMs: number;
  atMs: number;
}

/** Draws the tracks of assets on the map, up to the moment shown. */
export function useTrail(page: DrawnMap, { tracks, track, summary, crossings, fromMs, atMs }: Shown): void {
  const { setOverlays } = page;
  const floorIds = page.state.shownFloorIds;
  const [trail] = useState(() =>
    trailOverlay({
      classNames: {
        halt: classes["halt"] ?? "",
        gap: classes["gap"] ?? "",
        crossing: classes["crossing"] ?? "",
      },
      durationOf: lastingText,
      gapOf: (gap) => texts.t("past.noSignal", { time: lastingText(gap.toMs - gap.fromMs) }),
    }),
  );
  useEffect(() => {
    setOverlays((before) => ({ ...before, trail: trail.overlay }));
    return () =>
      setOverlays((before) => Object.fromEntries(Object.entries(before).filter(([name]) => name !== "trail")));
  }, [setOverlays, trail]);
  useEffect(() => {
    const marked = { track: track ?? null, halts: summary?.halts ?? [], crossings };
    trail.show({ tracks: [...tracks.values()], ...marked, floorIds, fromMs, atMs });
  }, [trail, tracks, track, summary, crossings, floorIds, fromMs, atMs]);
}
