import type { TFunction } from "i18next";
import type { LiveAsset } from "../../live/liveStore.ts";
import { metresText } from "../../text/translate.ts";
import { probabilityText } from "./probabilityText.ts";
import { identifierOf } from "../../mapEngine/assetIdentifier.ts";

/**
 * Of the gateways that receive an asset, the one nearest to where it is shown, and its distance (`nearest_hardware` in the
 * API): "G-05 · 11.5 m"; a dash if none receives it.
 */
export function nearestText(asset: LiveAsset, t: TFunction): string {
  if (asset.nearestHardware === null) return t("card.none");
  if (asset.nearestHardwareDis === null) return asset.nearestHardware;
  return t("card.nearestValue", { gateway: asset.nearestHardware, distance: metresText(asset.nearestHardwareDis) });
}

/** An asset's full name: "Pallet jack PJ-014", whether its type is part of its name or not. */
export function titleOf({ name, type }: Pick<LiveAsset, "name" | "type">): string {
  return `${type} ${identifierOf(name, type)}`.trim();
}

/** Where an asset is, from the outside in: its sections, and "Cold store 2, 92 %". A building with the site's name is left out. */
export function whereOf(site: string, { sections, room }: LiveAsset, t: TFunction): string[] {
  const places = sections.map(({ name }) => name).filter((name) => name !== site);
  if (room === null) return places;
  return [...places, t("card.room", { room: room.name, sure: probabilityText(room.probability, t) })];
}
