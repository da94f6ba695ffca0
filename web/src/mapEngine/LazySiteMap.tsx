import { type ComponentProps, lazy, Suspense } from "react";

const SiteMapView = lazy(async () => ({ default: (await import("../mapChunk.ts")).SiteMapView }));

/** The map; its library has its own chunk. */
export function LazySiteMap(props: ComponentProps<typeof SiteMapView>) {
  return (
    <Suspense fallback={null}>
      <SiteMapView {...props} />
    </Suspense>
  );
}
