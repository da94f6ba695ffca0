import type { TFunction } from "i18next";
import type { LiveAsset } from "../live/liveStore.ts";
import { metresText } from "../text/translate.ts";
import { identifierOf } from "./assetRows.ts";

/**
 * The gateway that hears an asset best, and how far it is from where the asset is shown (`nearest_hardware` in the API):
 * "G-05 · 11.5 m"; a dash where none does.
 */
export function heardBestText(asset: LiveAsset, t: TFunction): string {
  if (asset.nearestHardware === null) return t("card.none");
  if (asset.nearestHardwareDis === null) return asset.nearestHardware;
  return t("card.heardBestValue", { gateway: asset.nearestHardware, distance: metresText(asset.nearestHardwareDis) });
}

/** What an asset is called in full: "Pallet jack PJ-014", whether its type is part of its name or not. */
export function titleOf({ name, type }: Pick<LiveAsset, "name" | "type">): string {
  return `${type} ${identifierOf(name, type)}`.trim();
}

/** Where an asset is, from the outside in: the site, then its places. */
export function whereOf(site: string, asset: LiveAsset): string[] {
  return [site, ...asset.sections.map(({ name }) => name).filter((name) => name !== site)];
}
