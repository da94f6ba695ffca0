import type { ListedAssets } from "../model/useListedAssets.ts";
import type { MapData } from "../model/useMapData.ts";
import type { MapOnPage } from "../model/useMapPage.ts";
import type { MapSelection } from "../model/useMapSelection.ts";
import type { MapViewControls } from "../model/useMapView.ts";

/** What the list of assets shows and does. */
export type AssetListModel = MapViewControls & MapData & MapSelection & ListedAssets & MapOnPage;
