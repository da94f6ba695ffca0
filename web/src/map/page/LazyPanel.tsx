import { lazy, Suspense } from "react";
import type { PanelForm } from "../model/useSidePanel.ts";
import type { MapPageModel } from "../model/useMapPage.ts";

const Analysis = lazy(() => import("../analysis/Analysis.tsx"));
const RoutePanel = lazy(() => import("../route/RoutePanel.tsx"));
const Explanation = lazy(() => import("../explanation/Explanation.tsx"));
const panels = { analysis: Analysis, why: Explanation, way: RoutePanel };

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
