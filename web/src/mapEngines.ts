// The code of both maps in one file with MapLibre: a file that they shared would cost the live map a request more.
export { default as PlanMapCanvas } from "./placing/PlanMapCanvas.tsx";
export { default as SiteMapView } from "./map/SiteMapView.tsx";
