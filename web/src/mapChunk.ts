// The code of both maps in one file with MapLibre: a separate shared file would cost the live map one more request.
export { default as PlanMapCanvas } from "./placing/PlanMapCanvas.tsx";
export { default as SiteMapView } from "./mapEngine/SiteMapView.tsx";
