import { lazy, Suspense } from "react";
import type { MapPageModel } from "../model/useMapPage.ts";

const Playback = lazy(() => import("../playback/Playback.tsx"));

/** The past, whose code is loaded once somebody opens it. */
export function LazyPlayback({ page, hasPanel = false }: { page: MapPageModel; hasPanel?: boolean }) {
  const { span } = page.playback;
  if (span === null) return null;
  return (
    <Suspense fallback={null}>
      <Playback page={page} span={span} hasPanel={hasPanel} />
    </Suspense>
  );
}
