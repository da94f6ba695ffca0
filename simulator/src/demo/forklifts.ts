import type { DemoSite } from "./model.ts";

/** In the yard and in wide aisles, m/s. */
const FAST_MPS = 3.5;

/** The site with its forklifts at full speed. The demo's go at walking pace, so that people can follow them. */
export function withFastForklifts(site: DemoSite): DemoSite {
  const assets = site.assets.map((asset) => {
    const { type, behaviour } = asset;
    if (type !== "Forklift" || behaviour.kind !== "roaming") return asset;
    return { ...asset, behaviour: { ...behaviour, speedMps: FAST_MPS, dwellS: [10, 60] as const } };
  });
  return { ...site, assets };
}
