import { lazy, Suspense } from "react";
import type { PanelForm } from "./sidePanel.ts";
import type { MapPageModel } from "./useMapPage.ts";

const Analysis = lazy(() => import("./analysis/Analysis.tsx"));
const WayPanel = lazy(() => import("./way/WayPanel.tsx"));
const Why = lazy(() => import("./why/Why.tsx"));
const panels = { analysis: Analysis, why: Why, way: WayPanel };

/** The panel beside the map; its code is loaded once somebody opens it. */
export function LazyPanel({ page, form }: { page: MapPageModel; form: PanelForm }) {
  const { name } = page.panel;
  if (name === null) return null;
  const Panel = panels[name];
  return (
    <Suspense fallback={null}>
      <Panel page={page} form={form} />
    </Suspense>
  );
}
