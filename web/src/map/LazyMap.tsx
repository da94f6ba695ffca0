import { type ComponentProps, lazy, Suspense } from "react";

const SiteMapView = lazy(async () => ({ default: (await import("../mapEngines.ts")).SiteMapView }));

/** The map, with its library in a chunk of its own. */
export function LazyMap(props: ComponentProps<typeof SiteMapView>) {
  return (
    <Suspense fallback={null}>
      <SiteMapView {...props} />
    </Suspense>
  );
}
