import { lazy, Suspense } from "react";
import type { MapPageModel } from "./useMapPage.ts";

const Past = lazy(() => import("./past/Past.tsx"));

/** The past, whose code is loaded once somebody opens it. */
export function LazyPast({ page, hasPanel = false }: { page: MapPageModel; hasPanel?: boolean }) {
  const { span } = page.past;
  if (span === null) return null;
  return (
    <Suspense fallback={null}>
      <Past page={page} span={span} hasPanel={hasPanel} />
    </Suspense>
  );
}
