import { type RefObject, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { LiveAsset } from "../../live/liveStore.ts";
import type { Status } from "../../mapEngine/assetStatus.ts";
import { useAgeTicker } from "../list/useAgeTicker.ts";
import { useMapPart } from "../model/mapFocus.ts";
import type { MapOnPage } from "../model/useMapPage.ts";
import type { MapData } from "../model/useMapData.ts";
import type { MapSelection } from "../model/useMapSelection.ts";
import type { MapViewControls } from "../model/useMapView.ts";
import { titleOf, whereOf } from "./assetFacts.ts";
import { useAsset } from "./useAsset.ts";

/** The parts of the page that an asset's card is about. */
export type AssetCardPage = MapViewControls & MapData & MapSelection & Pick<MapOnPage, "focus">;

/** What the card of the selected asset shows, in whatever layout. */
export interface AssetCardContent {
  asset: LiveAsset;
  status: Status;
  title: string;
  /** From the outside in, without the site. */
  where: readonly string[];
}

/** The content of an asset's card, null while there is none, and a ref for its element, in which the age ticks. */
export function useAssetCard<E extends HTMLElement>(
  page: AssetCardPage,
  guid: string,
): { card: RefObject<E | null>; content: AssetCardContent | null } {
  const { t } = useTranslation();
  const card = useRef<E>(null);
  useAgeTicker(card, page.positions);
  const asset = useAsset(page.positions, guid);
  const status = page.selectedStatus;
  useMapPart(page.focus, "card", asset !== null && status !== null, () => card.current?.focus());
  if (asset === null || status === null) return { card, content: null };
  return { card, content: { asset, status, title: titleOf(asset), where: whereOf(page.site.name, asset, t) } };
}
